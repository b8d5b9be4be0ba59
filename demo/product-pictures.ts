/**
 * Draws pictures of the demo products as SVG: a shape in a colour on a soft ground, named `<shape>-<tint>.svg`, so that
 * a few hundred products share some dozens of files. Category, title and colour decide. Null for a name that is no
 * picture; nothing is loaded from anywhere.
 */
// Tests: ./storefront.test.ts.
import { type LayerKind, productShapes, type Shape, type ShapeName } from './product-shapes.ts';

/** Beginnings of words of titles and categories, the most particular first; a product that none of them names is a parcel. */
const subjects: readonly (readonly [string, ShapeName])[] = [
  ['portable ssd', 'drive'],
  ['shaving soap', 'bar'],
  ['racing shoe|walking shoe', 'shoe'],
  ['training treats|spaghetti|carnaroli|rolled oats|strong bread', 'bag'],
  ['cutting board|beech cooking|box grater', 'knife'],
  ['kettlebell|dumbbell|resistance|skipping|foam roller', 'dumbbell'],
  ['coffee table|laptop stand|standing desk', 'table'],
  ['cardigan|jumper|blouse|pyjama|mascara palette|t-shirt|marinière|socks|belt', 'shirt'],
  ['table tennis|basketball|football|badminton|tennis', 'ball'],
  ['desk lamp|floor lamp|reading light|pendant', 'lamp'],
  ['rice cooker|kitchen scale|hair dryer|label maker', 'appliance'],
  ['seed|tulip|garlic|compost', 'plant'],
  ['lunch jar|storage container', 'jar'],
  ['bike helmet', 'beanie'],
  ['bike|floor pump', 'bike'],
  ['grinder|kaffeemühle|stand mixer|air fryer|2-slice|hand blender|หม้อหุง|cross-cut|cordless', 'appliance'],
  ['skin tint|foundation|face mask|sunscreen|after sun|hand cream', 'tube'],
  ['eyeshadow|lipstick|lengthening', 'lipstick'],
  ['fountain|gel pen|highlighter|whiteboard|mechanical pencil|crayon|万年筆', 'pen'],
  ['espadrille|sandal|slipper|filzhaus|δερμάτινα', 'sandal'],
  ['doll|soft toy', 'bear'],
  ['earbud|earphone|in-ear|หูฟังบลู', 'earbuds'],
  ['headphone|usb headset|on-ear|open-ear|سماعات|หูฟัง', 'headphones'],
  ['portable bluetooth speaker|bookshelf|speaker|soundbar|kitchen radio', 'speaker'],
  ['laptop|student laptop', 'laptop'],
  ['keyboard|mouse|glass trackpad|mechanical|upright vertical', 'keyboard'],
  ['charger|wall charger|usb-c|power bank|smart plug', 'charger'],
  ['microsd|usb stick', 'drive'],
  ['tablet|canvas 11|e-reader', 'tablet'],
  ['camera|video doorbell|indoor camera|instant', 'camera'],
  ['headlamp|lantern|solar string|camping lantern|bike light', 'lantern'],
  ['lamp|light|led|bulb', 'lamp'],
  ['press|french press|kaffeebereiter|pour-over|drip coffee|espresso machine', 'press'],
  [
    'moka|cafetera|kettle(?!bell| charcoal)|gooseneck|théière|çaydan|bakır cezve|μπρίκι|دلة|coffee maker|vacuum flask',
    'kettle',
  ],
  ['knife|knives >|包丁|三徳|safety razor|whetstone|chef', 'knife'],
  ['mug|cup|çay bardağı|طقم فناجين', 'mug'],
  [
    'skillet|wok|frying pan|milk pan|dutch oven|cast iron|stock pot|camp cookset|gas camping|cocotte|土鍋|paellera|charcoal',
    'pot',
  ],
  ['dinner set|bowl|plate|ครก', 'bowl'],
  [
    'honey|jam|confiture|day cream|night cream|body butter|curl cream|crème|peanut butter|θυμαρίσιο|scented candle',
    'jar',
  ],
  [
    'chocolate|dark chocolate|milk chocolate|salted caramel|fruit gums|solid shampoo|shaving soap|turrón',
    'bar',
  ],
  [
    'oil|olive oil|vinegar|balsamic|aceite|εξαιρετικό|cordial|elderflower|ginger beer|oat drink|drink|water bottle|repair shampoo|eau de|vitamin c|gentle cream|beard oil',
    'bottle',
  ],
  ['paddle brush|detangling|spray mop|washable finger', 'brush'],
  ['dog|cats? |whiskers|feather|wet cat|reflective|rolled leather', 'paw'],
  ['dress|linen wrap|skirt|pleated midi|corduroy', 'dress'],
  ['trouser|jeans|chino|dungaree', 'trousers'],
  ['jacket|rain jacket|overcoat|wool overcoat|trench|packable|rain suit', 'jacket'],
  ['ribbed beanie|beanie|cashmere|headband|merino headband', 'beanie'],
  ['boot|chelsea|brogue|rain boot|winter boot', 'boot'],
  [
    'shoe rack|shoe cabinet|wall coat|rack|cabinet|filing|seagrass|desk organiser|lever arch|hallway|laundry|hamper',
    'shelf',
  ],
  ['shoe|running|sneaker|penny|canvas low|high-top|zapat|รองเท้า|pointed|oxford shoe', 'shoe'],
  ['shirt|clothing|swimsuit', 'shirt'],
  ['sofa|armchair|three-seat|reading armchair|bean bag', 'sofa'],
  ['ergonomic office|stacking|chair', 'chair'],
  ['table|nesting|extending|folding bistro', 'table'],
  ['bedding|bettwäsche|duvet|pillow|weighted|sleeping bag|cotton hammock|hammock|orthopaedic', 'bed'],
  ['cushion|wool throw|decor|towel|pamuklu|flat-weave|velvet', 'cushion'],
  ['watering|garden hose|drip irrigation|gießkanne', 'can'],
  ['plant|olive tree|tree|monstera|terracotta|pots & plants', 'plant'],
  ['spade|digging|garden >|tools', 'spade'],
  ['tent|trekking tent', 'tent'],
  ['backpack|day pack|roll-top|trekking backpack', 'backpack'],
  ['yoga|sleeping mat|pilates|desk mat|cork yoga', 'mat'],
  ['swim goggles|swimming', 'goggles'],
  ['notebook|hardcover|weekly|copy paper|sticky|padded', 'notebook'],
  ['wooden train|train|remote control|die-cast|vehicles', 'train'],
  ['building|blocks|marble run', 'blocks'],
  ['jigsaw|board games|games|travel chess|rompecabezas|friendship', 'dice'],
  ['science|crystal|talking globe|robot|junior', 'flask'],
  ['aquarium|flake|nano', 'fish'],
  ['rabbit|bird feeder|hanging', 'house'],
  [
    'coffee|kaffee|filterkaffee|café|kahve|türk|ελληνικός|قهوة|تمر|tea|çay|ıhlamur|bio-kräuter|茶|有機|ほうじ|抹茶|groceries|food|hay|timothy|bird seed|earl grey|sencha|peppermint|masala',
    'bag',
  ],
  ['pets|small animals', 'paw'],
];

const patterns = subjects.map(
  ([words, shape]) => [new RegExp(`(?<!\\p{L})(?:${words})`, 'iu'), shape] as const,
);

/** Colours as hue, saturation and lightness, by the words that shops have for them, the most particular first. */
const tints = {
  black: [/black|graphite|anthra|charcoal|midnight|smoke|أسود|ดำ/i, 220, 12, 26],
  grey: [/grey|silver|slate|steel|space|stone|dove/i, 212, 11, 56],
  white: [/white|chalk|cream|ivory|pearl|écru|ecru|oat|clear|ขาว|natural$/i, 40, 22, 84],
  navy: [/navy|night blue|ink|indigo|lacivert|紺/i, 222, 48, 36],
  sky: [/sky|light blue|tide|duck egg|dusk/i, 204, 46, 58],
  blue: [/blue|lagoon/i, 214, 58, 50],
  teal: [/teal|turquesa|eucalyptus|mint/i, 176, 40, 42],
  green: [/green|moss|forest|olive|pine|bottle/i, 140, 32, 38],
  sage: [/sage|salbei|sauge|lime|volt/i, 96, 26, 54],
  mustard: [/mustard|marigold|sunflower|ochre|yellow|brass|champagne/i, 42, 76, 54],
  coral: [/coral|apricot|orange|terracotta|rust|ember|tomato/i, 14, 70, 58],
  red: [/red|brick|oxblood|cherry|แดง/i, 2, 56, 45],
  rose: [/rose|pink|ชมพู|plum|rosewood/i, 336, 40, 52],
  brown: [/brown|walnut|oak|tan|camel|cocoa|chestnut|tobacco|marrón|copper|bakır/i, 26, 42, 40],
  sand: [/sand/i, 34, 38, 70],
  violet: [/violet|lavender/i, 262, 38, 56],
} as const satisfies Readonly<Record<string, readonly [RegExp, number, number, number]>>;

type Tint = keyof typeof tints;

/** Tints of products that name no colour, in an order that looks well. */
const freeTints: readonly Tint[] = [
  'coral',
  'teal',
  'mustard',
  'blue',
  'sage',
  'violet',
  'red',
  'brown',
  'sky',
  'green',
];

/** The file that shows a product. `colour` is what its attributes say, or null. */
export function pictureNameOf(product: {
  readonly title: string;
  readonly category: string;
  readonly brand: string;
  readonly colour: string | null;
}): string {
  const { title, category, brand, colour } = product;
  // Names of makers are made of such words.
  const shape = category.startsWith('Books')
    ? 'book'
    : (findShape(title.replace(brand, '')) ?? findShape(category) ?? 'box');
  const named = Object.keys(tints).find((name) => colour !== null && tints[name as Tint][0].test(colour));
  const code = Array.from(title).reduce(
    (sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973,
    7,
  );
  return `${shape}-${named ?? freeTints[code % freeTints.length]}.svg`;
}

function findShape(text: string): ShapeName | undefined {
  return patterns.find(([words]) => words.test(text))?.[1];
}

/** The picture of this name as SVG, or null where there is none. */
export function drawPicture(name: string): string | null {
  const [, shapeName = '', tintName = ''] = /^([a-z]+)-([a-z]+)\.svg$/.exec(name) ?? [];
  if (!Object.hasOwn(productShapes, shapeName) || !Object.hasOwn(tints, tintName)) return null;
  const [, hue, saturation, lightness] = tints[tintName as Tint];
  const shape: Shape = productShapes[shapeName as ShapeName];
  const tint = `hsl(${hue} ${saturation}% ${lightness}%)`;
  const layers = shape.map(([kind, path]) => `<path d="${path}" ${paintOf(kind, tint)}/>`).join('');
  const warmth = Math.min(saturation, 34);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="480" height="480">' +
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="hsl(${hue} ${warmth}% 97%)"/>` +
    `<stop offset="1" stop-color="hsl(${hue} ${warmth}% 88%)"/></linearGradient></defs>` +
    '<path fill="url(#g)" d="M0 0h120v120H0z"/>' +
    `<ellipse cx="60" cy="97" rx="32" ry="5" fill="hsl(${hue} ${warmth}% 40%)" opacity=".2"/>` +
    `<g transform="translate(20 18) scale(1.25)" stroke-linecap="round" stroke-linejoin="round">${layers}</g></svg>`
  );
}

function paintOf(kind: LayerKind, tint: string): string {
  const paints: Readonly<Record<LayerKind, string>> = {
    tint: `fill="${tint}"`,
    shade: 'fill="#15130f" opacity=".28"',
    shine: 'fill="#fff" opacity=".55"',
    leaf: 'fill="hsl(128 30% 42%)"',
    line: `fill="none" stroke="${tint}" stroke-width="5"`,
    edge: 'fill="none" stroke="#3a352c" stroke-opacity=".7" stroke-width="3"',
  };
  return paints[kind];
}
