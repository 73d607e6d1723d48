// Other uses of the table than a game of one's own: a puzzle, the deal of the day,
// a challenge. `aside.now` is the one under way; null if there is none:
//   away         true if the session is not to be kept
//   answer(text) takes the person's action in place of the session
//   draw(list)   the buttons in place of `list`, those of a decision
//   name(round)  stands for the number of a round at the table; null for none
//   intro()      says before the first bid what is played
//   sheet(item)  opens the sheet of a round that has ended; null for the usual one
//   end(item, over)  the buttons at the end of the game; null for the usual ones
// `aside.more` lists what a sheet offers at the end of a game: [text, action].
import { button, dialog } from "./widgets.js";

export const aside = { now: null, more: [] };

// The address of a place of this page, on the site or the disk that it came from.
export const addressOf = (place) => location.href.split(/[?#]/)[0]
  + (place ? `?at=${place}` : "");

// A dialog with a text to send, which a button copies.
export function sendBox(title, intro, text) {
  const field = make("textarea", { readonly: true, rows: 6, "aria-label": title },
    text);
  const copied = make("span", { role: "status" });
  const box = dialog(title, (close) => [make("p", {}, intro), field,
    make("div", { class: "controls" }, button("Copy", async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(text);
        copied.textContent = "Copied.";
      } catch {
        copied.textContent = document.execCommand("copy") ? "Copied."
          : "The text is selected: press Ctrl-C to copy it.";
      }
    }, { class: "main" }), copied, button("Close", close))]);
  field.select();
  return box;
}
