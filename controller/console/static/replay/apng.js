// An animated PNG from still ones of the same size: W3C Portable Network Graphics, third edition, chunks acTL, fcTL, fdAT.

const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10];
const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

/**
 * The chunks of a PNG, in their order.
 * @param {Uint8Array} png
 * @returns {{ type: string, data: Uint8Array }[]}
 */
export function chunksOf(png) {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  const chunks = [];
  for (let at = SIGNATURE.length; at + 12 <= png.length; ) {
    const length = view.getUint32(at);
    chunks.push({ type: String.fromCharCode(...png.subarray(at + 4, at + 8)), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

/**
 * @param {string} type
 * @param {Uint8Array} data
 */
function chunk(type, data) {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set([...type].map((letter) => letter.charCodeAt(0)), 4);
  bytes.set(data, 8);
  let crc = 0xffffffff;
  for (const byte of bytes.subarray(4, 8 + data.length)) crc = CRC[(crc ^ byte) & 255] ^ (crc >>> 8);
  view.setUint32(8 + data.length, (crc ^ 0xffffffff) >>> 0);
  return bytes;
}

/**
 * Numbers as they stand in a chunk, four bytes each.
 * @param {...number} numbers
 */
function words(...numbers) {
  const bytes = new Uint8Array(4 * numbers.length);
  numbers.forEach((number, index) => new DataView(bytes.buffer).setUint32(4 * index, number));
  return bytes;
}

/** @param {Uint8Array[]} parts */
function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * One picture that moves, over and over again.
 * @param {{ png: Uint8Array, ms: number }[]} frames Still pictures of one size and kind, and how long each is seen.
 */
export function animated(frames) {
  const still = frames.map(({ png }) => chunksOf(png));
  const header = still[0][0].data;
  const size = [...words(...[0, 4].map((at) => new DataView(header.buffer, header.byteOffset).getUint32(at)))];
  let sequence = 0;
  const shown = frames.flatMap(({ ms }, index) => {
    const control = Uint8Array.from([...words(sequence++), ...size, ...words(0, 0), (ms >> 8) & 255, ms & 255, 1000 >> 8, 1000 & 255, 0, 0]);
    const data = joined(still[index].filter(({ type }) => type === "IDAT").map((one) => one.data));
    return [chunk("fcTL", control), index === 0 ? chunk("IDAT", data) : chunk("fdAT", joined([words(sequence++), data]))];
  });
  return joined([Uint8Array.from(SIGNATURE), chunk("IHDR", header), chunk("acTL", words(frames.length, 0)), ...shown, chunk("IEND", new Uint8Array())]);
}
