/**
 * Units: one spelling for every way in which shops and shoppers write them. Nothing is converted: 1000 g and 1 kg
 * stay two measures, which is simple to explain and never wrong. A name means one unit in every language at once,
 * so that names which are plain words elsewhere are left out (French `once`, an ounce; Polish `cal`, an inch).
 */
import { fold } from './fold.ts';
import { WordTable } from './word-table.ts';

/** Each unit as the index spells it, and its names as people write them: Latin, other alphabets, without spaces. */
export const namesByUnit: readonly (readonly [unit: string, names: string])[] = [
  [
    'in',
    'in inch inches zoll pouce pouces pulgada pulgadas pollice pollici polegada polegadas duim tum tommer ' +
      'cala cale cali palec palce palcu inç дюйм дюйма дюймов ίντσα ίντσες بوصة אינץ इंच 인치 ' +
      'インチ 型 英寸 寸 吋 นิ้ว',
  ],
  ['ft', 'ft foot feet fuss pied pieds piede piedi fod фут фута футов قدم 피트 フィート 英尺 ฟุต'],
  ['yd', 'yd yds yard yards'],
  [
    'mm',
    'mm millimeter millimeters millimetre millimetres millimetro millimetri milimetro milimetros milimetr ' +
      'milimetre мм миллиметр миллиметра миллиметров ملم مم 밀리미터 ミリ 毫米 公厘 มม มิลลิเมตร',
  ],
  [
    'cm',
    'cm centimeter centimeters centimetre centimetres zentimeter centimetro centimetri centimetros santimetre ' +
      'centymetr centymetrow centimetru см сантиметр сантиметра сантиметров سم 센티 센티미터 センチ 厘米 公分 ซม เซนติเมตร',
  ],
  [
    'm',
    'm mt mtr meter meters metre metres metro metros metri metr metry metrow metru м метр метра метров متر ' +
      'מטר 미터 メートル 米 公尺 เมตร',
  ],
  ['km', 'km kilometer kilometers kilometre kilometres kilometros chilometri км كم 킬로미터 公里 千米 กม'],
  [
    'kg',
    'kg kgs kilo kilos kilogram kilograms kilogramm kilogramme kilogrammes kilogramo kilogramos chilogrammi кг ' +
      'килограмм килограмма килограммов كجم كغ كيلو 킬로그램 キロ 公斤 千克 กก กิโลกรัม',
  ],
  [
    'g',
    'g gr gram grams gramm gramme grammes grammi gramo gramos gramas gramow gramu г гр грамм грамма граммов ' +
      'جم غرام جرام גרם 그램 グラム 克 กรัม',
  ],
  ['mg', 'mg milligram milligrams milligramm milligrammes miligramos мг ملغ 밀리그램 毫克 มก'],
  ['lb', 'lb lbs pound pounds libra libras pfund фунт фунта фунтов 파운드 ポンド 磅 ปอนด์'],
  ['oz', 'oz ounce ounces unze unzen onza onzas oncia унция унции унций オンス 盎司 ออนซ์'],
  ['floz', 'floz fluidounce fluidounces'],
  ['gal', 'gal gallon gallons ガロン 加仑 แกลลอน'],
  [
    'l',
    'l lt ltr liter liters litre litres litro litros litri litrow litru litry л литр литра литров لتر ליטר 리터 ' +
      'リットル 升 公升 ลิตร',
  ],
  [
    'ml',
    'ml milliliter milliliters millilitre millilitres mililitros millilitri мл миллилитров مل 밀리리터 毫升 มล',
  ],
  ['cl', 'cl centiliter centilitre centilitres zentiliter сл 厘升'],
  ['dl', 'dl deciliter decilitre deziliter дл'],
  ['m2', 'm2 qm sqm м2 平米 平方米 ตรม'],
  ['m3', 'm3 cbm м3 立方米'],
  ['kb', 'kb kilobyte kilobytes ko кб'],
  ['mb', 'mb megabyte megabytes mo мб мегабайт メガ 兆'],
  ['gb', 'gb gigabyte gigabytes go гб гигабайт جيجابايت 기가 ギガ'],
  ['tb', 'tb terabyte terabytes to тб терабайт تيرابايت 테라 テラ'],
  ['mbit', 'mbit mbits megabit megabits мбит'],
  ['gbit', 'gbit gbits gigabit gigabits гбит'],
  ['mbps', 'mbps'],
  ['gbps', 'gbps'],
  ['hz', 'hz hertz гц герц هرتز 헤르츠 ヘルツ 赫兹'],
  ['khz', 'khz kilohertz кгц'],
  ['mhz', 'mhz megahertz мгц'],
  ['ghz', 'ghz gigahertz ггц'],
  ['w', 'w watt watts vatios вт ватт ватта واط وات 와트 ワット 瓦 วัตต์'],
  ['kw', 'kw kilowatt kilowatts квт киловатт 킬로와트 千瓦'],
  ['wh', 'wh wattstunden втч'],
  ['kwh', 'kwh квтч 千瓦时'],
  ['va', 'va voltampere ва'],
  ['kva', 'kva ква'],
  ['v', 'v volt volts voltios вольт вольта فولت 볼트 ボルト 伏 โวลต์'],
  ['kv', 'kv кв'],
  ['a', 'a amp amps ampere amperes amperios ампер ампера أمبير 암페어 アンペア 安'],
  ['ma', 'ma milliamp milliamps milliampere ма'],
  ['ah', 'ah ач'],
  ['mah', 'mah мач 毫安 มิลลิแอมป์'],
  ['mp', 'mp mpx mpix megapixel megapixels megapixeles мп мпикс мегапикселей ميجابكسل 화소 万画素 万像素'],
  ['px', 'px pixel pixels pixeles пикселей 픽셀 ピクセル 像素 พิกเซล'],
  ['dpi', 'dpi'],
  ['ppi', 'ppi'],
  ['rpm', 'rpm'],
  ['db', 'db decibel decibels dezibel дб 데시벨 デシベル 分贝'],
  ['lm', 'lm lumen lumens лм люмен 루멘 ルーメン 流明'],
  ['k', 'k kelvin 켈빈 ケルビン'],
  ['c', 'c celsius oc'],
  ['f', 'f fahrenheit'],
  ['bar', 'bar bars бар'],
  ['psi', 'psi'],
  ['nm', 'nm nanometer nanometers нм'],
  ['μm', 'μm um micron microns мкм 微米'],
  ['min', 'min mins minute minutes minuten minutos minuti мин минут دقيقة 분 分 นาที'],
  ['h', 'h hr hrs hour hours stunden heures horas ч часов ساعة 시간 時間 小时 ชั่วโมง'],
];

const unitsByName = new Map<string, string>();
for (const [unit, names] of namesByUnit) {
  for (const name of names.split(' ')) unitsByName.set(fold(name), unit);
}

/** Letters of the longest name. */
export const unitNameMaxLength = Math.max(...Array.from(unitsByName.keys(), (name) => name.length));

const units = new WordTable(unitsByName);

/**
 * The unit that a folded word names, or the rest of a word from a place on, as the index spells it: `in` for
 * `zoll`. Null for anything else.
 */
export function unitOf(word: string, from = 0): string | null {
  return units.get(word, from) ?? null;
}
