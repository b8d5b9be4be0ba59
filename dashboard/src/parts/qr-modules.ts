/**
 * Makes the squares of a QR code (ISO/IEC 18004) for text, in byte mode with error correction M. Pure. A text of more than 331 bytes (version 13)
 * gives null: no such code is shown. It picks the mask with the fewest long runs, as the standard asks.
 */
// Tests: ./qr-modules.test.ts.

/** Rows of squares; true is dark. There is no quiet zone around them. */
export type QrModules = readonly (readonly boolean[])[];

/** By version, from 1: error-correction bytes of a block, and the number of blocks (level M). */
const blocksOfVersions: readonly (readonly [eccBytes: number, blocks: number])[] = [
  ...([
    [10, 1],
    [16, 1],
    [26, 1],
    [18, 2],
    [24, 2],
    [16, 4],
  ] as const),
  ...([
    [18, 4],
    [22, 4],
    [22, 5],
    [26, 5],
    [30, 5],
    [22, 8],
    [22, 9],
  ] as const),
];

/** The code, or null for a text that is too long. */
export function qrModules(text: string): QrModules | null {
  const bytes = new TextEncoder().encode(text);
  const version = blocksOfVersions.findIndex((_, index) => capacityOf(index + 1) >= bytes.length) + 1;
  if (version === 0) return null;
  const bits = toBits(withCorrection(toCodewords(bytes, version), version));
  const drawn = Array.from({ length: 8 }, (_, mask) => draw(version, bits, mask));
  return drawn.reduce((best, one) => (penaltyOf(one) < penaltyOf(best) ? one : best));
}

/** Bytes of text that fit. */
function capacityOf(version: number): number {
  const countBits = version < 10 ? 8 : 16;
  return Math.floor((dataBytesOf(version) * 8 - 4 - countBits) / 8);
}

function dataBytesOf(version: number): number {
  const [eccBytes = 0, blocks = 0] = blocksOfVersions[version - 1] ?? [];
  return Math.floor(rawBitsOf(version) / 8) - eccBytes * blocks;
}

/** Squares that are left for data once all patterns are drawn. */
function rawBitsOf(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const aligned = Math.floor(version / 7) + 2;
    bits -= (25 * aligned - 10) * aligned - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

/** The mode, the length, the text and padding. */
function toCodewords(bytes: Uint8Array, version: number): readonly number[] {
  const bits = [0, 1, 0, 0, ...bitsOf(bytes.length, version < 10 ? 8 : 16)];
  for (const byte of bytes) bits.push(...bitsOf(byte, 8));
  const room = dataBytesOf(version) * 8;
  while (bits.length < room && bits.length % 8 !== 0) bits.push(0);
  if (bits.length + 4 <= room && bits.length === 12 + bytes.length * 8) bits.push(0, 0, 0, 0);
  while (bits.length % 8 !== 0) bits.push(0);
  const words = Array.from({ length: bits.length / 8 }, (_, at) =>
    bits.slice(at * 8, at * 8 + 8).reduce((sum, bit) => sum * 2 + bit, 0),
  );
  for (let pad = 0xec; words.length < room / 8; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

function bitsOf(value: number, length: number): number[] {
  return Array.from({ length }, (_, at) => (value >> (length - 1 - at)) & 1);
}

function toBits(words: readonly number[]): readonly number[] {
  return words.flatMap((word) => bitsOf(word, 8));
}

/** Splits into blocks, adds Reed-Solomon bytes to each, and interleaves them. */
function withCorrection(words: readonly number[], version: number): readonly number[] {
  const [eccBytes = 0, count = 1] = blocksOfVersions[version - 1] ?? [];
  const shortLength = Math.floor(words.length / count);
  const shortCount = count - (words.length % count);
  const divisor = divisorOf(eccBytes);
  let at = 0;
  const blocks = Array.from({ length: count }, (_, block) => {
    const length = shortLength + (block < shortCount ? 0 : 1);
    const data = words.slice(at, at + length);
    at += length;
    return { data, correction: remainderOf(data, divisor) };
  });
  const interleave = (parts: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...parts.map(({ length }) => length)) }, (_, index) =>
      parts.flatMap((part) => part[index] ?? []),
    ).flat();
  return [
    ...interleave(blocks.map(({ data }) => data)),
    ...interleave(blocks.map(({ correction }) => correction)),
  ];
}

/** In the field of 256 elements with the polynomial 0x11d. */
function multiply(left: number, right: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    product ^= ((right >>> bit) & 1) * left;
  }
  return product;
}

function divisorOf(degree: number): readonly number[] {
  const result = [...new Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let round = 0; round < degree; round += 1) {
    for (let at = 0; at < degree; at += 1)
      result[at] = multiply(result[at] ?? 0, root) ^ (result[at + 1] ?? 0);
    root = multiply(root, 2);
  }
  return result;
}

function remainderOf(data: readonly number[], divisor: readonly number[]): readonly number[] {
  const result = divisor.map(() => 0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [at, coefficient] of divisor.entries()) {
      result[at] = (result[at] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return result;
}

interface Grid {
  readonly size: number;
  readonly dark: boolean[][];
  /** Squares that patterns take. */
  readonly taken: boolean[][];
}

function draw(version: number, bits: readonly number[], mask: number): QrModules {
  const size = version * 4 + 17;
  const rows = () => Array.from({ length: size }, () => new Array<boolean>(size).fill(false));
  const grid: Grid = { size, dark: rows(), taken: rows() };
  drawPatterns(grid, version);
  drawFormat(grid, mask);
  if (version >= 7) drawVersion(grid, version);
  drawBits(grid, bits, mask);
  return grid.dark;
}

function set({ size, dark, taken }: Grid, x: number, y: number, isDark: boolean): void {
  const [row, took] = [dark[y], taken[y]];
  if (x < 0 || x >= size || row === undefined || took === undefined) return;
  row[x] = isDark;
  took[x] = true;
}

function drawPatterns(grid: Grid, version: number): void {
  const { size } = grid;
  for (let at = 0; at < size; at += 1) {
    set(grid, 6, at, at % 2 === 0);
    set(grid, at, 6, at % 2 === 0);
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy += 1) {
      for (let dx = -4; dx <= 4; dx += 1) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(grid, x + dx, y + dy, ring !== 2 && ring !== 4);
      }
    }
  }
  const places = alignmentOf(version, size);
  for (const x of places) {
    for (const y of places) {
      const isAtFinder = (x === 6 && y === 6) || (x === 6 && y === size - 7) || (x === size - 7 && y === 6);
      if (!isAtFinder) drawAlignment(grid, x, y);
    }
  }
}

function drawAlignment(grid: Grid, x: number, y: number): void {
  for (let dy = -2; dy <= 2; dy += 1) {
    for (let dx = -2; dx <= 2; dx += 1) {
      set(grid, x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }
  }
}

function alignmentOf(version: number, size: number): readonly number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((size - 13) / (count * 2 - 2)) * 2;
  const rest = Array.from({ length: count - 1 }, (_, at) => size - 7 - at * step);
  return [6, ...rest.reverse()];
}

/** The level (M is 00) and the mask, with their correction bits, twice. */
function drawFormat(grid: Grid, mask: number): void {
  const { size } = grid;
  let rest = mask;
  for (let round = 0; round < 10; round += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
  const bits = ((mask << 10) | rest) ^ 0x5412;
  const bit = (at: number) => ((bits >>> at) & 1) !== 0;
  for (let at = 0; at <= 5; at += 1) set(grid, 8, at, bit(at));
  set(grid, 8, 7, bit(6));
  set(grid, 8, 8, bit(7));
  set(grid, 7, 8, bit(8));
  for (let at = 9; at < 15; at += 1) set(grid, 14 - at, 8, bit(at));
  for (let at = 0; at < 8; at += 1) set(grid, size - 1 - at, 8, bit(at));
  for (let at = 8; at < 15; at += 1) set(grid, 8, size - 15 + at, bit(at));
  set(grid, 8, size - 8, true);
}

function drawVersion(grid: Grid, version: number): void {
  let rest = version;
  for (let round = 0; round < 12; round += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let at = 0; at < 18; at += 1) {
    const isDark = ((bits >>> at) & 1) !== 0;
    const [near, far] = [Math.floor(at / 3), grid.size - 11 + (at % 3)];
    set(grid, far, near, isDark);
    set(grid, near, far, isDark);
  }
}

/** In columns of two from the right, up and down by turns, past the patterns. */
function drawBits({ size, dark, taken }: Grid, bits: readonly number[], mask: number): void {
  let at = 0;
  for (let right = size - 1; right >= 1; right = right === 8 ? 5 : right - 2) {
    for (let step = 0; step < size; step += 1) {
      const isUp = ((right + 1) & 2) === 0;
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const [row, took] = [dark[y], taken[y]];
        if (row === undefined || took?.[x] !== false) continue;
        row[x] = ((bits[at] ?? 0) !== 0) !== isMasked(mask, x, y);
        at += 1;
      }
    }
  }
}

function isMasked(mask: number, x: number, y: number): boolean {
  const sums = [
    (x + y) % 2,
    y % 2,
    x % 3,
    (x + y) % 3,
    (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
    ((x * y) % 2) + ((x * y) % 3),
    (((x * y) % 2) + ((x * y) % 3)) % 2,
    (((x + y) % 2) + ((x * y) % 3)) % 2,
  ];
  return sums[mask] === 0;
}

/** How much of the code may mislead a reader: long runs, blocks, and too much of one colour. */
function penaltyOf(modules: QrModules): number {
  const columns = modules.map((_, x) => modules.map((row) => row[x] === true));
  const lines = [...modules, ...columns];
  let penalty = 0;
  for (const line of lines) {
    const text = line.map(Number).join('');
    for (const [run] of text.matchAll(/0{5,}|1{5,}/g)) penalty += run.length - 2;
    for (const _ of text.matchAll(/(?=10111010000|00001011101)/g)) penalty += 40;
  }
  for (const [y, row] of modules.entries()) {
    for (const [x, isDark] of row.entries()) {
      const below = modules[y + 1];
      if (below === undefined || x + 1 >= row.length) continue;
      if (row[x + 1] === isDark && below[x] === isDark && below[x + 1] === isDark) penalty += 3;
    }
  }
  const total = modules.length ** 2;
  const darkCount = modules.flat().filter(Boolean).length;
  return penalty + Math.floor(Math.abs(darkCount * 20 - total * 10) / total) * 10;
}
