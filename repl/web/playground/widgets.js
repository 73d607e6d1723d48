// The parts that panes share: labelled controls, the message line, dialogs.

export function button(text, action, attributes = {}) {
  return make("button", { type: "button", onclick: action, ...attributes }, text);
}

// A labelled control: `name` is its id, `control` an input or a select.
export function labelled(name, label, control) {
  control.id = name;
  return make("span", { class: "choice" }, make("label", { for: name }, label),
    control);
}

// A select of [value, text] pairs.
export function select(options, action) {
  const element = make("select", { onchange: action });
  setOptions(element, options);
  return element;
}

// Replace the options; the choice stays if it is still among them.
export function setOptions(element, options) {
  const before = element.value;
  element.replaceChildren(...options.map(([value, text]) =>
    make("option", { value }, text || value)));
  if (options.some(([value]) => value === before)) element.value = before;
}

export const input = (attributes) => make("input", { type: "text",
  autocomplete: "off", spellcheck: "false", autocapitalize: "off",
  ...attributes });

// The seed in an input, which then shows it: other characters have a meaning in
// the REPL, such as ";" between commands.
export function seedOf(field) {
  field.value = field.value.trim().replace(/[^\w.-]+/g, "-");
  return field.value;
}

// Remove the message of a kind, "news" or "warning", from the line of messages.
export function unsay(kind) {
  const line = document.getElementById("said");
  line.querySelector(`.${kind}`)?.remove();
  line.hidden = line.childElementCount === 0;
}

function message(kind, text, more) {
  const line = document.getElementById("said");
  unsay(kind);
  line.hidden = false;
  line.append(make("div", { class: kind }, make("p", { role: "alert" }, text),
    ...more, button("Close", () => unsay(kind))));
}

// One sentence for the user, with a button that closes it. The next one replaces
// it. `more` are elements.
export const say = (text, ...more) => message("news", text, more);

// A sentence that no other replaces: it stays until the user closes it.
export const warn = (text) => message("warning", text, []);

// A modal dialog with a title; `build(close)` returns its contents. Escape and
// its last button close it, and the focus goes back.
export function dialog(title, build) {
  const before = document.activeElement;
  const box = make("dialog", { "aria-labelledby": "dialog-title" });
  const close = () => box.close();
  box.append(make("h2", { id: "dialog-title" }, title), ...build(close));
  box.addEventListener("close", () => {
    box.remove();
    if (before && before.isConnected) before.focus();
  });
  document.body.append(box);
  box.showModal();
  return box;
}

// Give a file to the browser to save.
export function download(name, contents, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// Calls `action` when nothing has called for `wait` milliseconds.
export function settled(wait, action) {
  let timer = null;
  return (...args) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...args), wait);
  };
}
