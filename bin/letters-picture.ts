/**
 * Draws the curve of letters typed as plain SVG, which follows the colour scheme of the reader. Pure. Lengths are units of the SVG
 * (760 × 380), days and letters the axes. It writes no file. At least one point is needed, which is not checked.
 */
// Tests: none; its own run shows whether it works.

/** A curve with its band: half of the width of the interval above and below the mean. */
export interface LettersCurve {
  readonly name: string;
  readonly points: { readonly day: number; readonly mean: number; readonly half: number }[];
}

const size = { width: 760, height: 380, left: 52, right: 20, top: 44, bottom: 46 };
const tickCount = 5;

/** The whole picture. */
export function drawLetters(curves: readonly LettersCurve[], days: number): string {
  const { width, height, left, right, top, bottom } = size;
  const points = curves.flatMap((curve) => curve.points);
  const most = Math.ceil(Math.max(...points.map(({ mean, half }) => mean + half)));
  const least = Math.floor(Math.min(...points.map(({ mean, half }) => mean - half)));
  const x = (day: number) => (left + (day / days) * (width - left - right)).toFixed(1);
  const y = (letters: number) =>
    (height - bottom - ((letters - least) / (most - least)) * (height - top - bottom)).toFixed(1);
  const levels = Array.from(
    { length: tickCount },
    (_, tick) => least + ((most - least) * tick) / (tickCount - 1),
  );
  const grid = levels.map(
    (level) =>
      `<path class="grid" d="M${left} ${y(level)}H${width - right}"/><text x="${left - 8}" y="${Number(y(level)) + 4}" text-anchor="end">${Number(level.toFixed(2))}</text>`,
  );
  const axis = Array.from({ length: days / 5 + 1 }, (_, tick) => tick * 5).map(
    (day) => `<text x="${x(day)}" y="${height - bottom + 20}" text-anchor="middle">${day}</text>`,
  );
  const drawn = curves.map(({ name, points: own }, index) => {
    const upper = own.map(({ day, mean, half }) => `${x(day)},${y(mean + half)}`);
    const lower = own.map(({ day, mean, half }) => `${x(day)},${y(mean - half)}`).reverse();
    const line = own.map(({ day, mean }) => `${x(day)},${y(mean)}`).join(' ');
    const keyX = left + index * 270;
    return [
      `<g class="c${index}"><polygon class="band" points="${[...upper, ...lower].join(' ')}"/>`,
      `<polyline points="${line}"/><path class="key" d="M${keyX} 22h22"/>`,
      `<text x="${keyX + 30}" y="26">${name}</text></g>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Letters typed by day">
<style>
svg { font: 13px system-ui, sans-serif; background: #fff }
text { fill: #55514a }
.grid { stroke: #e4e0d6; fill: none }
polyline, .key { fill: none; stroke-width: 2.4 }
.band { opacity: .16 }
.c0 polyline, .c0 .key { stroke: #14594a } .c0 .band { fill: #14594a }
.c1 polyline, .c1 .key { stroke: #b0691a } .c1 .band { fill: #b0691a }
@media (prefers-color-scheme: dark) { svg { background: #1a1d19 } text { fill: #b3b9af } .grid { stroke: #32372f }
.c0 polyline, .c0 .key { stroke: #7fc9b1 } .c0 .band { fill: #7fc9b1 }
.c1 polyline, .c1 .key { stroke: #e9b45c } .c1 .band { fill: #e9b45c } }
</style>
${grid.join('\n')}
${axis.join('\n')}
${drawn.join('\n')}
<text x="${(width + left - right) / 2}" y="${height - 8}" text-anchor="middle">days of traffic</text>
<text x="${left - 40}" y="${top - 8}">letters</text>
</svg>
`;
}
