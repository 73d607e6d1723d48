// Texts that the engine prints, with links: "RULES 6.3" to the rule, and a line of
// the user's file, such as "bots/mine.lua:52", to that line. The folders in
// front of a file's name are left out, since the page has no folders.
import { button } from "./widgets.js";
import { withRules } from "./markdown.js";
import * as work from "./files.js";

let goToLine = () => {}; // opens a file of a kind at a line
let openRule = () => {};

export function openPlaces(rule, place) {
  openRule = rule;
  goToLine = place;
}

const pattern = /((?:[\w.-]*\/)*[A-Za-z][\w-]*\.lua:\d+)/;

// The parts of a text: strings and links.
export function linked(text) {
  return text.split(pattern).flatMap((part, i) => {
    if (i % 2 === 0) return withRules(part, openRule);
    const [, folder, name, number] = part.match(/^(.*\/)?(.*)\.lua:(\d+)$/);
    const kind = !/variants\/$/.test(folder) && work.files.bot[name] !== undefined
      ? "bot" : work.files.variant[name] !== undefined ? "variant" : null;
    return kind ? button(`${name}.lua:${number}`, () => goToLine(kind, name,
      Number(number)), { class: "link" }) : part;
  });
}

// The same without links, for a sentence that is not drawn here.
export const bareNames = (text) => text.replace(
  /(?:[\w.-]*\/)+([A-Za-z][\w-]*\.lua)/g, "$1");
