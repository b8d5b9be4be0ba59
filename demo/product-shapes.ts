/**
 * The shapes of the demo shop's products in a square of 64, drawn for it. Each layer is a kind of fill and a path: `tint` in the
 * product's colour, `shade` and `shine` darker and lighter over it, `leaf` green, and `line` and `edge` strokes in the colour and
 * darker than it. Data only. A name that is not here has no picture, which the type forbids; no shape may hold a script or an address.
 * Data that is wrong shows as a wrong picture only.
 */
// Tests: test/api/products.test.ts.

export type LayerKind = 'tint' | 'shade' | 'shine' | 'leaf' | 'line' | 'edge';

/** The layers of a shape, from the lowest. */
export type Shape = readonly (readonly [LayerKind, string])[];

const top = 'M22 10c3 5 17 5 20 0l14 9-5 11-6-3v28H19V27l-6 3-5-11z';

/** Every shape by its name. */
export const productShapes = {
  headphones: [
    ['line', 'M13 38v-5a19 19 0 0 1 38 0v5'],
    [
      'tint',
      'M9 40q0-5 5-5h2q5 0 5 5v10q0 5-5 5h-2q-5 0-5-5zm34 0q0-5 5-5h2q5 0 5 5v10q0 5-5 5h-2q-5 0-5-5z',
    ],
    ['shade', 'M17 37h4v16h-4zm26 0h4v16h-4z'],
  ],
  earbuds: [
    [
      'tint',
      'M10 22a9 9 0 0 1 18 0q0 5-4 8v18a4 4 0 0 1-8 0V30q-6-3-6-8zm26 0a9 9 0 0 1 18 0q0 5-6 8v18a4 4 0 0 1-8 0V30q-4-3-4-8z',
    ],
    ['shade', 'M14 22a5 5 0 0 1 10 0 5 5 0 0 1-10 0zm26 0a5 5 0 0 1 10 0 5 5 0 0 1-10 0z'],
  ],
  speaker: [
    ['tint', 'M18 12q0-5 5-5h18q5 0 5 5v40q0 5-5 5H23q-5 0-5-5z'],
    ['shade', 'M22 39a10 10 0 0 1 20 0 10 10 0 0 1-20 0zm5-21a5 5 0 0 1 10 0 5 5 0 0 1-10 0z'],
    ['shine', 'M28 39a4 4 0 0 1 8 0 4 4 0 0 1-8 0z'],
  ],
  laptop: [
    ['tint', 'M12 16q0-4 4-4h32q4 0 4 4v26H12zM6 45h52v2q0 4-4 4H10q-4 0-4-4z'],
    ['shade', 'M16 16h32v22H16z'],
    ['shine', 'M19 20h14v3H19zm0 6h9v3h-9z'],
  ],
  keyboard: [
    ['tint', 'M6 25q0-5 5-5h42q5 0 5 5v14q0 5-5 5H11q-5 0-5-5z'],
    [
      'shine',
      'M11 25h5v4h-5zm8 0h5v4h-5zm8 0h5v4h-5zm8 0h5v4h-5zm8 0h10v4H43zM11 32h8v4h-8zm11 0h5v4h-5zm8 0h5v4h-5zm8 0h5v4h-5zm8 0h7v4h-7z',
    ],
    ['shade', 'M20 38h22v3H20z'],
  ],
  tablet: [
    ['tint', 'M15 11q0-4 4-4h26q4 0 4 4v42q0 4-4 4H19q-4 0-4-4z'],
    ['shade', 'M19 12h26v37H19z'],
    ['shine', 'M23 17h18v3H23zm0 6h18v2H23zm0 5h18v2H23zm0 5h11v2H23z'],
  ],
  charger: [
    ['line', 'M32 46v6q0 6 8 6h10'],
    ['edge', 'M26 18V9m12 9V9'],
    ['tint', 'M16 22q0-5 5-5h22q5 0 5 5v18q0 8-8 8H24q-8 0-8-8z'],
    ['shine', 'm34 21-9 13h6l-2 9 9-13h-6z'],
  ],
  camera: [
    ['tint', 'M8 24q0-5 5-5h8l4-6h14l4 6h8q5 0 5 5v22q0 5-5 5H13q-5 0-5-5z'],
    ['shade', 'M20 34a12 12 0 0 1 24 0 12 12 0 0 1-24 0z'],
    ['shine', 'M27 34a5 5 0 0 1 10 0 5 5 0 0 1-10 0z'],
  ],
  drive: [
    ['tint', 'M17 14q0-6 6-6h18q6 0 6 6v36q0 6-6 6H23q-6 0-6-6z'],
    ['shade', 'M23 34h18v16H23z'],
    ['shine', 'M23 15h18v3H23zm0 6h11v3H23z'],
  ],
  mug: [
    ['edge', 'M24 8q-3 3 0 6m8-6q-3 3 0 6'],
    ['line', 'M43 27h4a7 7 0 0 1 0 14h-4'],
    ['tint', 'M13 20h31v26q0 8-8 8H21q-8 0-8-8z'],
    ['shine', 'M17 25h4v20h-4z'],
  ],
  pot: [
    ['line', 'M8 34h48'],
    ['tint', 'M12 30h40v16q0 8-8 8H20q-8 0-8-8zM10 23q22-8 44 0v4H10zm18-7q0-3 4-3t4 3-4 3-4-3z'],
    ['shade', 'M12 30h40v4H12z'],
    ['shine', 'M17 37h4v11h-4z'],
  ],
  kettle: [
    ['line', 'M21 24a11 11 0 0 1 22 0'],
    ['tint', 'M20 24h24l6 26q1 5-4 5H18q-5 0-4-5zM45 34l11-10 2 3-9 15z'],
    ['shade', 'M20 24h24l1 4H19z'],
    ['shine', 'M22 32h4l-2 18h-5z'],
  ],
  press: [
    ['line', 'M42 26h8v18h-8'],
    ['edge', 'M30 17V7m-5 0h10'],
    ['tint', 'M18 18h24v33q0 4-4 4H22q-4 0-4-4z'],
    ['shade', 'M18 34h24v17q0 4-4 4H22q-4 0-4-4z'],
    ['shine', 'M21 22h3v28h-3z'],
  ],
  knife: [
    ['shine', 'M8 26 40 12q8 12-2 20l-14 4z'],
    ['shade', 'm8 26 16 10-1 3L7 29z'],
    ['tint', 'm36 29 6-2 15 22q-4 6-8 3L35 33z'],
  ],
  appliance: [
    ['tint', 'M11 15q0-6 6-6h30q6 0 6 6v36q0 4-4 4H15q-4 0-4-4z'],
    ['shade', 'M16 16h22v28H16z'],
    ['shine', 'M42 20a3 3 0 0 1 6 0 3 3 0 0 1-6 0zm0 10a3 3 0 0 1 6 0 3 3 0 0 1-6 0zM20 20h4v18h-4z'],
  ],
  bowl: [
    ['tint', 'M8 27h48a24 24 0 0 1-48 0zm14 23h20v5H22z'],
    ['shade', 'M8 27h48q0 3-1 6H9q-1-3-1-6z'],
    ['shine', 'M14 37h4q3 7 9 10-9-2-13-10z'],
  ],
  bottle: [
    ['shade', 'M27 5h10v9H27z'],
    ['tint', 'M27 14h10v5q8 4 8 12v22q0 5-5 5H24q-5 0-5-5V31q0-8 8-12z'],
    ['shine', 'M19 35h26v12H19z'],
  ],
  jar: [
    ['shade', 'M19 9q0-2 2-2h22q2 0 2 2v8H19z'],
    ['tint', 'M20 17h24q6 3 6 9v25q0 6-6 6H20q-6 0-6-6V26q0-6 6-9z'],
    ['shine', 'M14 31h36v14H14z'],
  ],
  bag: [
    ['tint', 'M17 9h30l3 12v32q0 4-4 4H18q-4 0-4-4V21z'],
    ['shade', 'M17 9h30l2 8H15z'],
    ['shine', 'M21 36a11 11 0 0 1 22 0 11 11 0 0 1-22 0z'],
  ],
  bar: [
    ['tint', 'M14 10h36v44H14z'],
    ['shade', 'M14 30h36v24H14z'],
    [
      'shine',
      'M18 14h8v5h-8zm10 0h8v5h-8zm10 0h8v5h-8zM18 22h8v5h-8zm10 0h8v5h-8zm10 0h8v5h-8zM20 38h24v8H20z',
    ],
  ],
  lamp: [
    ['edge', 'M32 30v22'],
    ['tint', 'M23 8h18l10 24H13z'],
    ['shine', 'M25 12h4l-5 16h-5z'],
    ['shade', 'M20 56q0-6 12-6t12 6z'],
  ],
  sofa: [
    ['edge', 'M14 50v6m36-6v6'],
    ['tint', 'M13 18q0-6 6-6h26q6 0 6 6v16H13zM6 33q0-5 5-5t5 5v5h32v-5q0-5 5-5t5 5v13q0 5-5 5H11q-5 0-5-5z'],
    ['shade', 'M16 38h32v5H16z'],
    ['shine', 'M30 16h4v16h-4z'],
  ],
  table: [
    ['line', 'M14 30v24m36-24v24'],
    ['tint', 'M5 22q0-2 2-2h50q2 0 2 2v8H5z'],
    ['shade', 'M10 30h44v4H10z'],
  ],
  shelf: [
    ['tint', 'M12 8h40v48H12z'],
    ['shade', 'M16 12h32v9H16zm0 13h32v10H16zm0 14h32v10H16z'],
    ['shine', 'M19 28h5v7h-5zm7 2h5v5h-5zm-7 12h14v7H19z'],
  ],
  bed: [
    ['tint', 'M6 32q0-5 5-5h42q5 0 5 5v18H6z'],
    ['shine', 'M13 20q0-4 4-4h9q4 0 4 4v8H13zm21 0q0-4 4-4h9q4 0 4 4v8H34z'],
    ['shade', 'M6 38h52v3H6z'],
    ['edge', 'M9 50v5m46-5v5'],
  ],
  cushion: [
    ['tint', 'M12 12q20 6 40 0-6 20 0 40-20-6-40 0 6-20 0-40z'],
    ['shade', 'M22 32 32 22l10 10-10 10z'],
    ['shine', 'M28 32l4-4 4 4-4 4z'],
  ],
  plant: [
    ['leaf', 'M31 38C14 38 10 26 12 14c12 1 19 9 20 18C33 22 40 12 52 12c2 12-4 26-19 26z'],
    ['edge', 'M32 42V28'],
    ['tint', 'M18 37h28v5l-3 12q-1 3-4 3H25q-3 0-4-3l-3-12z'],
    ['shade', 'M18 37h28v5H18z'],
  ],
  spade: [
    ['edge', 'M32 6v30M24 6h16'],
    ['tint', 'M20 32h24v12q0 8-12 14-12-6-12-14z'],
    ['shine', 'M25 36h4v12h-4z'],
  ],
  can: [
    ['line', 'M28 26q0-14 10-14t10 14'],
    ['tint', 'M24 26h30v24q0 5-5 5H29q-5 0-5-5zM24 46 9 24l3-3 14 14zM4 22l8-8 3 3-8 8z'],
    ['shade', 'M24 26h30v5H24z'],
    ['shine', 'M30 35h4v15h-4z'],
  ],
  tent: [
    ['tint', 'M4 52 32 10l28 42z'],
    ['shade', 'M32 26 46 52H18z'],
    ['shine', 'M32 26 37 52H27z'],
  ],
  backpack: [
    ['line', 'M24 16v-3q0-5 8-5t8 5v3'],
    ['tint', 'M14 28q0-13 18-13t18 13v22q0 6-6 6H20q-6 0-6-6z'],
    ['shade', 'M20 36h24v14q0 3-3 3H23q-3 0-3-3z'],
    ['shine', 'M20 36h24v3H20zm4-13h16v3H24z'],
  ],
  lantern: [
    ['line', 'M22 18a10 10 0 0 1 20 0'],
    ['tint', 'M18 18h28v8H18zm0 28h28v9H18z'],
    ['shine', 'M21 26h22v20H21z'],
    ['shade', 'M30 30h4v12h-4zM18 46h28v3H18z'],
  ],
  jacket: [
    ['tint', top],
    ['shade', 'M31 13h2v42h-2zM22 10c3 5 17 5 20 0l-3-2H25z'],
    ['shine', 'M23 36h5v3h-5zm13 0h5v3h-5z'],
  ],
  shirt: [
    ['tint', top],
    ['shade', 'M22 10c3 5 17 5 20 0l2 1c-3 7-21 7-24 0z'],
    ['shine', 'M36 24h6v7h-6z'],
  ],
  dress: [
    ['tint', 'M23 7q9 7 18 0l-1 16 12 32H12l12-32z'],
    ['shade', 'M24 23h16l1 4H23z'],
    ['shine', 'm28 31-6 20h4l5-20z'],
  ],
  trousers: [
    ['tint', 'M19 7h26l4 50H37l-5-32-5 32H15z'],
    ['shade', 'M19 7h26v5H19z'],
    ['shine', 'm22 16 4 0-3 36h-4z'],
  ],
  beanie: [
    ['tint', 'M12 40q0-24 20-24t20 24zM27 12q0-5 5-5t5 5-5 6-5-6z'],
    ['shade', 'M9 40h46v12H9z'],
    ['shine', 'M15 43h3v6h-3zm9 0h3v6h-3zm9 0h3v6h-3zm9 0h3v6h-3z'],
  ],
  shoe: [
    ['tint', 'M6 46V24q8 5 14-4l17 14q4 3 12 4 9 1 9 8z'],
    ['shine', 'M5 46h54q0 7-5 7H9q-4 0-4-4z'],
    ['edge', 'm26 28 5-4m0 9 5-4m0 8 5-4'],
  ],
  boot: [
    ['tint', 'M18 8h20v24q3 5 12 7 8 2 8 9H18z'],
    ['shade', 'M17 48h42v7H33v-3h-4v3H17z'],
    ['shine', 'M18 12h20v4H18z'],
    ['edge', 'm33 22 6-2m-6 8 6-2'],
  ],
  sandal: [
    ['tint', 'M6 44q10-4 22-4t30 2q2 10-10 10H14q-8 0-8-8z'],
    ['line', 'M14 42q6-18 14-2m8 0q6-18 16 2'],
  ],
  ball: [
    ['tint', 'M8 32a24 24 0 0 1 48 0 24 24 0 0 1-48 0z'],
    ['edge', 'M8 32h48M32 8v48M15 15q14 17 0 34M49 15q-14 17 0 34'],
  ],
  bike: [
    ['line', 'M5 42a10 10 0 0 1 20 0 10 10 0 0 1-20 0zm34 0a10 10 0 0 1 20 0 10 10 0 0 1-20 0z'],
    ['edge', 'm15 42 9-18h16l9 18M24 24l8 18h-17m17 0 8-18-2-7h7M20 20h8'],
  ],
  dumbbell: [
    ['edge', 'M22 32h20'],
    ['tint', 'M12 18q0-3 4-3t4 3v28q0 3-4 3t-4-3zm32 0q0-3 4-3t4 3v28q0 3-4 3t-4-3z'],
    ['shade', 'M5 25q0-2 3-2t3 2v14q0 2-3 2t-3-2zm48 0q0-2 3-2t3 2v14q0 2-3 2t-3-2z'],
  ],
  mat: [
    ['tint', 'M8 40a10 10 0 0 1 10-10h38v20H18A10 10 0 0 1 8 40z'],
    ['shade', 'M8 40a10 10 0 0 1 20 0 10 10 0 0 1-20 0z'],
    ['shine', 'M14 40a4 4 0 0 1 8 0 4 4 0 0 1-8 0z'],
  ],
  goggles: [
    ['line', 'M6 26q-4 10 2 14m50-14q4 10-2 14'],
    ['tint', 'M6 32q0-9 11-9t13 6h4q2-6 13-6t11 9-10 10q-9 0-13-7h-6q-4 7-13 7Q6 42 6 32z'],
    ['shine', 'M11 32q0-5 6-5t6 4-6 6-6-5zm30-1q0-4 6-4t6 5-6 5-6-6z'],
  ],
  book: [
    ['tint', 'M14 11q0-4 4-4h32v50H18q-4 0-4-4z'],
    ['shine', 'M18 49h32v5H19q-2 0-2-2.500t1-2.500zM27 18h16v3H27zm0 6h11v3H27z'],
    ['shade', 'M18 7h3v42h-3z'],
  ],
  notebook: [
    ['tint', 'M16 8h32q2 0 2 2v44q0 2-2 2H16z'],
    ['shade', 'M43 8h3v48h-3z'],
    ['edge', 'M13 16h7m-7 8h7m-7 8h7m-7 8h7m-7 8h7'],
    ['shine', 'M24 16h14v7H24z'],
  ],
  pen: [
    ['tint', 'm44 6 14 14-32 32-16 6 4-20z'],
    ['shade', 'm40 10 14 14-4 4-14-14z'],
    ['shine', 'm10 58 2-9 7 7z'],
  ],
  chair: [
    ['edge', 'M32 44v9m-12 4 12-5 12 5'],
    ['tint', 'M20 11q0-5 5-5h14q5 0 5 5v17H20zM14 32q0-3 3-3h30q3 0 3 3v7q0 5-5 5H19q-5 0-5-5z'],
    ['shade', 'M14 37h36v2q0 5-5 5H19q-5 0-5-5z'],
  ],
  box: [
    ['tint', 'm32 8 24 11v26L32 57 8 45V19z'],
    ['shade', 'm32 30 24-11v26L32 57z'],
    ['shine', 'm32 8 24 11-24 11L8 19z'],
  ],
  blocks: [
    ['tint', 'M8 34h22v22H8z'],
    ['shade', 'M34 34h22v22H34z'],
    ['tint', 'M34 34h22v22H34zM21 10h22v22H21z'],
    ['shine', 'M14 40h10v10H14zm13-24h10v10H27z'],
    ['shade', 'M34 34h22v22H34z'],
  ],
  train: [
    ['tint', 'M8 30h28V14h20v32H8zm6-14h9v14h-9z'],
    ['shine', 'M41 19h10v9H41z'],
    [
      'shade',
      'M11 49a6 6 0 0 1 12 0 6 6 0 0 1-12 0zm15 0a6 6 0 0 1 12 0 6 6 0 0 1-12 0zm15 0a6 6 0 0 1 12 0 6 6 0 0 1-12 0z',
    ],
  ],
  bear: [
    [
      'tint',
      'M12 18a8 8 0 0 1 14-5q6-2 12 0a8 8 0 1 1 11 11q2 4 2 10c0 12-8 20-19 20s-19-8-19-20q0-6 2-10-3-3-3-6z',
    ],
    ['shine', 'M22 40q0-7 10-7t10 7-10 8-10-8z'],
    ['shade', 'M29 37h6l-3 4zm-7-9a2 2 0 0 1 4 0 2 2 0 0 1-4 0zm16 0a2 2 0 0 1 4 0 2 2 0 0 1-4 0z'],
  ],
  dice: [
    ['tint', 'M11 17q0-6 6-6h30q6 0 6 6v30q0 6-6 6H17q-6 0-6-6z'],
    [
      'shine',
      'M18 22a4 4 0 0 1 8 0 4 4 0 0 1-8 0zm20 0a4 4 0 0 1 8 0 4 4 0 0 1-8 0zM28 32a4 4 0 0 1 8 0 4 4 0 0 1-8 0zM18 42a4 4 0 0 1 8 0 4 4 0 0 1-8 0zm20 0a4 4 0 0 1 8 0 4 4 0 0 1-8 0z',
    ],
  ],
  flask: [
    ['shine', 'M25 8h14v16l12 24q3 8-5 8H18q-8 0-5-8l12-24z'],
    ['tint', 'M19 36h26l6 12q3 8-5 8H18q-8 0-5-8z'],
    ['edge', 'M22 8h20'],
    ['shine', 'M24 46a3 3 0 0 1 6 0 3 3 0 0 1-6 0zm10-3a2 2 0 0 1 4 0 2 2 0 0 1-4 0z'],
  ],
  brush: [
    ['edge', 'M32 6v24'],
    ['tint', 'M22 30h20v8H22z'],
    ['shade', 'M22 38h20l4 18H18z'],
    ['shine', 'M26 42h2l-2 11h-3zm10 0h2l3 11h-3z'],
  ],
  tube: [
    ['tint', 'M17 8h30l-4 38H21z'],
    ['shade', 'M22 46h20v9q0 2-2 2H24q-2 0-2-2z'],
    ['shine', 'M22 20h20l-1 12H23z'],
  ],
  lipstick: [
    ['tint', 'M25 24V13l14-6v17z'],
    ['shine', 'M24 24h16v10H24z'],
    ['shade', 'M20 34h24v20q0 3-3 3H23q-3 0-3-3z'],
  ],
  paw: [
    [
      'tint',
      'M32 30c-9 0-16 9-16 17 0 6 4 9 9 9 3 0 4-2 7-2s4 2 7 2c5 0 9-3 9-9 0-8-7-17-16-17zM7 29a5 6 0 0 1 11 0 5 6 0 0 1-11 0zm12-13a5 7 0 0 1 11 0 5 7 0 0 1-11 0zm15 0a5 7 0 0 1 11 0 5 7 0 0 1-11 0zm12 13a5 6 0 0 1 11 0 5 6 0 0 1-11 0z',
    ],
    ['shine', 'M28 40q4-5 8 0-4 6-8 0z'],
  ],
  house: [
    ['tint', 'M14 28h36v28H14z'],
    ['shade', 'M6 32 32 9l26 23-3 3-23-20L9 35z'],
    ['shine', 'M26 40a6 6 0 0 1 12 0 6 6 0 0 1-12 0z'],
  ],
  fish: [
    ['tint', 'M8 32q12-16 28-12 8 2 13 10l9-8v20l-9-8q-5 8-13 10Q20 48 8 32z'],
    ['shade', 'M26 21q6 11 0 22 4 3 10 1 4-12 0-24-5-1-10 1z'],
    ['shine', 'M15 30a3 3 0 0 1 6 0 3 3 0 0 1-6 0z'],
  ],
} as const satisfies Readonly<Record<string, Shape>>;

export type ShapeName = keyof typeof productShapes;
