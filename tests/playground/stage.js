// The table of a person for its tests: the sizes of windows, what is wrong with the
// stage in one, and the controls of a decision. Functions that take no page run in it.
"use strict";

const sizes = [[360, 640], [390, 844], [844, 390], [800, 600], [1280, 720],
  [1920, 1080]];

// Parts of the table that are outside the window or too small to touch, and where its
// parts are.
function readStage() {
  const wrong = [], at = {};
  const boxes = { ".trick li": 1, ".board .seat": 1, ".bank": 1, ".side-scores": 1,
    ".own-facts": 1, ".now": 1, ".own-cards li:not(.blank)": 1,
    ".part-acts button": 1, ".answers button": 1 };
  for (const selector in boxes) {
    for (const element of document.querySelectorAll(`.stage ${selector}`)) {
      const box = element.getBoundingClientRect();
      if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1
        || box.bottom > innerHeight + 1) {
        wrong.push(`${selector} at ${Object.values(box.toJSON()).map(Math.round)}`);
      }
    }
  }
  for (const control of document.querySelectorAll(
    ".own-cards button, .part-acts button, .answers button")) {
    const { width, height } = control.getBoundingClientRect();
    // 13 cards in two rows of 320 px are 44 px apart, from middle to middle
    if (width < (innerWidth < 360 ? 39.5 : 43.5) || height < 43.5) {
      wrong.push(`${control.textContent} is ${width} by ${height}`);
    }
  }
  for (const name of [".centre", ".bank", ".now", ".own-cards", ".board"]) {
    const box = document.querySelector(name).getBoundingClientRect();
    at[name] = [box.x, box.y, box.width, box.height].map(Math.round).join(" ");
  }
  if (document.documentElement.scrollHeight > innerHeight + 1
    || document.documentElement.scrollWidth > innerWidth + 1) {
    wrong.push("the page scrolls");
  }
  return { wrong, at };
}

// The things to press for a decision, by the stage's state. A card that is
// dragged needs no second press.
const ways = {
  bid: (by) => [".own-cards .legal", ...by.startsWith("drag") ? []
    : [".own-cards .picked"]],
  play: () => [".own-cards .legal"],
  change: () => [".part-acts button >> text=Keep"],
  deal: () => ["dialog .main, .part-acts .main"],
  ask: () => [".answers button, .part-acts button:not(:first-child), "
    + ".own-cards .legal"],
};

module.exports = { sizes, readStage, ways };
