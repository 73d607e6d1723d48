// Links that hold work: "#a1." and compressed JSON in base64url, so that nothing
// is sent to a server. `readLink` trusts nothing: it returns plain data of
// bounded size and runs none of it.

const head = "a1.";
const most = { link: 200000, data: 2 << 20, files: 20 }; // characters, bytes
const nameShape = /^[A-Za-z][\w-]{0,39}$/;

async function through(stream, bytes, limit) {
  const writer = stream.writable.getWriter();
  const writing = writer.write(bytes).then(() => writer.close());
  writing.catch(() => {}); // the reader meets the same problem
  const parts = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > limit) {
      await reader.cancel();
      throw new RangeError("too large");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function toText(bytes) {
  let text = "";
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function toBytes(text) {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

// The part of a link after "#" for { bots, variants, session, place, challenge }:
// the first two are lists of { name, text }; `challenge` is true if the game of the
// session is to be played by the receiver. Throws an error if it would be too long.
export async function makeLink(work) {
  const bytes = new TextEncoder().encode(JSON.stringify(work));
  const packed = await through(new CompressionStream("deflate-raw"), bytes,
    most.data);
  const link = "#" + head + toText(packed);
  if (link.length > most.link) {
    throw new Error(`This work is too large for a link: ${link.length} `
      + `characters, at most ${most.link}. Save the files and send them.`);
  }
  return link;
}

export const isLink = (hash) => /^#a\d+\./.test(hash);

function filesOf(list) {
  if (list === undefined) return [];
  if (!Array.isArray(list) || list.length > most.files) {
    throw new TypeError("not a list of files");
  }
  return list.map(fileOf);
}

function fileOf(value) {
  if (typeof value.name !== "string" || !nameShape.test(value.name)
    || typeof value.text !== "string") {
    throw new TypeError("not a file");
  }
  return { name: value.name, text: value.text };
}

// The contents of a link. Throws an error whose message is for people.
export async function readLink(hash) {
  const version = Number(hash.match(/^#a(\d+)\./)[1]);
  if (version > 1) {
    throw new Error(`A later version of the playground made this link (format `
      + `${version}; this page reads 1). Open it with a newer playground.`);
  }
  if (hash.length > most.link) {
    throw new Error(`This link is too long: ${hash.length} characters, at most `
      + `${most.link}. It was not opened.`);
  }
  try {
    const bytes = await through(new DecompressionStream("deflate-raw"),
      toBytes(hash.slice(head.length + 1)), most.data);
    const work = JSON.parse(new TextDecoder("utf-8", { fatal: true })
      .decode(bytes));
    const text = (value) => typeof value === "string" ? value : "";
    return { bots: filesOf(work.bots), variants: filesOf(work.variants),
      session: text(work.session), place: text(work.place),
      challenge: work.challenge === true };
  } catch (problem) {
    throw new Error(problem instanceof RangeError
      ? "This link unpacks to more than 2 MB. It was not opened."
      : "This link is cut off or damaged. Ask the sender for the whole link.");
  }
}

// The text of a gzip file.
export const gunzip = (bytes, limit) =>
  through(new DecompressionStream("gzip"), bytes, limit);
