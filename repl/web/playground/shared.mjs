// The scripts of pages of games that this page shares (repl/pages/web.lua has
// all): they name things for each other, and stand in the order of their use.
export const scripts = ["frame", "cards", "table", "lists", "decision", "graph",
  "arrow", "player"];
