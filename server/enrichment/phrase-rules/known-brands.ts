/**
 * Brands that everybody knows, by their folded words: a phrase that names one which the product does not name leads
 * shoppers to the wrong thing, also where the store sells nothing of it. Left out is what is a plain word in some
 * language of shops (`braun`, `champion`, `target`) or the usual name of a thing (`hoover`, `thermos`, `velcro`).
 */

const electronics =
  'samsung|xiaomi|redmi|huawei|oneplus|oppo|realme|motorola|nokia|lg|htc|sony|panasonic|toshiba|hitachi|lenovo|asus|msi' +
  '|nvidia|amd|intel|razer|corsair|hyperx|steelseries|jbl|sennheiser|bose|harman kardon|bang olufsen|anker|belkin|ugreen|baseus' +
  '|garmin|fitbit|gopro|dji|nikon|canon|fujifilm|leica|olympus|pentax|kodak|epson|xerox|lexmark|kyocera|ricoh|hp' +
  '|hewlett packard|acer|logitech|microsoft|google|ikea|philips|philips hue|hisense|tcl|jvc|yamaha|tp link|netgear' +
  '|ubiquiti|synology|qnap|seagate|western digital|sandisk|kingston|nintendo|playstation|xbox|blackberry|sonos|marshall';
const household =
  'dyson|miele|siemens|bosch|electrolux|haier|beko|arcelik|vestel|smeg|delonghi|de longhi|nespresso|keurig|krups|tefal|rowenta' +
  '|kenwood|kitchenaid|cuisinart|vitamix|nutribullet|breville|irobot|roomba|makita|dewalt|ryobi|husqvarna|stihl|karcher|gardena' +
  '|einhell|metabo|hilti|black decker|wmf|zwilling|fissler|le creuset|villeroy boch|leifheit|brabantia|weber grill|oral b|colgate' +
  '|gillette|wayfair|walmart|aliexpress|temu|ebay|etsy|lidl|aldi|home depot|tempur|osram|ledvance|artemide|flos';
const fashion =
  'nike|adidas|reebok|asics|skechers|new balance|under armour|the north face|north face|patagonia|fjallraven|jack wolfskin' +
  '|mammut|vaude|deuter|salomon|timberland|birkenstock|crocs|dr martens|levis|levi s|wrangler|tommy hilfiger|calvin klein' +
  '|ralph lauren|hugo boss|gucci|prada|versace|armani|chanel|dior|hermes|burberry|louis vuitton|michael kors|kate spade' +
  '|ray ban|oakley|rolex|tissot|casio|seiko|swarovski|pandora|zara|primark|uniqlo|lululemon|columbia sportswear|carhartt' +
  '|balenciaga|fendi|valentino garavani|yves saint laurent|saint laurent|givenchy|lacoste|samsonite|eastpak|herschel|moncler' +
  '|canada goose|helly hansen|decathlon|quechua|speedo|wilson tennis|shimano|brooks running|hoka|on cloud|ugg|desigual';
const beauty =
  'loreal|l oreal|maybelline|nivea|garnier|neutrogena|cerave|clinique|estee lauder|lancome|sephora|la roche posay|vichy|bioderma' +
  '|kiehl s|kiehls|avon|revlon|max factor|mac cosmetics|benefit cosmetics|pampers|huggies|johnson johnson|head shoulders|pantene' +
  '|garnier fructis|schwarzkopf|wella|old spice|listerine|sensodyne|durex';
const toys =
  'lego|playmobil|hasbro|mattel|fisher price|nerf|ravensburger|schleich|barbie|hot wheels|disney|pokemon|star wars|marvel' +
  '|hello kitty|paw patrol|peppa pig|minecraft|fortnite|harry potter|chicco|maxi cosi|cybex|bugaboo|graco|britax|steiff';
const cars =
  'bmw|mercedes|mercedes benz|audi|volkswagen|toyota|honda|hyundai|renault|peugeot|citroen|skoda|volvo|nissan|mazda|subaru' +
  '|porsche|ferrari|lamborghini|maserati|tesla|harley davidson|michelin|pirelli|goodyear|bridgestone|suzuki|mitsubishi|kawasaki|ducati';
const food =
  'nestle|coca cola|pepsi|nutella|heineken|starbucks|nescafe|lavazza|lindt|haribo|oreo|ferrero rocher|kellogg s|kelloggs' +
  '|red bull|mcdonald s|mcdonalds|burger king|tchibo|dallmayr|whiskas|pedigree chum|royal canin|purina';
const paper = 'faber castell|staedtler|moleskine|stabilo|scotch brite|lamy|montblanc|mont blanc|parker pen';

/** By the form of `brandKey`. */
export const knownBrands: ReadonlySet<string> = new Set(
  [electronics, household, fashion, beauty, toys, cars, food, paper].join('|').split('|'),
);

/** Brands that are ordinary words as well: such a one is meant where it stands first, before the thing. */
export const plainBrands: ReadonlySet<string> = new Set(
  'apple amazon dove puma fila jaguar mango'.split(' '),
);
