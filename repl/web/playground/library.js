// Functions of the page's worker (worker.js) that C calls: a sign of life, interim
// results, and the answer to a request.
mergeInto(LibraryManager.library, {
  aurum_alive: function (begun) { Module.alive(begun !== 0); },
  aurum_news: function (text, n) { Module.news(UTF8ToString(text, n)); },
  aurum_reply: function (good, text, n) {
    Module.reply(good !== 0, UTF8ToString(text, n));
  },
});
