/**
 * Words by which attributes are told apart: what a label says of a value, in the languages and feeds of shops, and who a
 * thing is for. Folded; words mean the same in all languages here, so that a Polish shop with English labels is read too.
 */
import { fold } from '../../../search/text/fold.ts';

/** What an attribute says of a thing. */
export type TraitKind =
  | 'colour'
  | 'material'
  | 'kind'
  | 'audience'
  | 'season'
  | 'use'
  | 'technology'
  | 'size';

/** Labels without what stands between their words: `product colour` is productcolour. */
const labels: Readonly<Record<TraitKind, string>> = {
  colour:
    'color colour colors colours productcolour productcolor maincolor maincolour productmaincolour printingcolours ' +
    'printingcolour cablecolour cablecolor inkcolor inkcolour framecolor framecolour farbe couleur coloris color colore ' +
    'cor kleur farg farve farge kolor barva szin culoare renk vari χρωμα цвет колир اللون لون צבע สี 颜色 顏色 颜色分类 色 カラー 색상',
  material:
    'material materials fabric materiau matiere materiaal materiale tejido tessuto tecido stoff tyg stof ' +
    'materiał tworzywo malzeme kumas материал матеріал ткань خامة المادة วัสดุ 材质 材料 素材 소재 재질',
  kind:
    'type producttype kind producttypename articletype art typ produkttyp produktart tipo tipodeproducto typeproduit ' +
    'typedeproduit soort producttype typproduktu rodzaj druh tur urunturu uruntipi tip тип вид النوع نوع ประเภท 类型 種類 타입',
  audience:
    'gender recommendedgender targetgender agegroup audience department sex geschlecht zielgruppe genre sexe publico genero ' +
    'genere sesso geslacht doelgroep kon kjonn plec pohlavi cinsiyet пол для кого الجنس เพศ 性别 対象 性別 성별',
  season:
    'season saison temporada stagione estacao seizoen sasong saeson sesong sezon obdobi mevsim сезон الموسم ฤดู 季节 シーズン 계절',
  use:
    'use usage purpose recommendedusage recommendeduse activity sport occasion room marketpositioning verwendung einsatzbereich ' +
    'einsatzzweck raum utilisation usageprevu piece uso uscita ambiente gebruik anvandning brug bruk zastosowanie przeznaczenie ' +
    'pouziti kullanimalani kullanim назначение применение الاستخدام การใช้งาน 用途 使用場所 용도',
  technology:
    'printtechnology connectivitytechnology connectivity displaytechnology movementdetectiontechnology wearingstyle ' +
    'casetype style cut fit pattern shape finishtype operatingsysteminstalled technologie druckverfahren drucktechnologie ' +
    'technologia tecnologia teknoloji технология รูปทรง 形状',
  size: 'size capacity volume taille grosse grose talla taglia tamanho maat storlek storrelse rozmiar velikost beden размер ขนาด 尺寸 サイズ',
};

const kinds = new Map<string, TraitKind>();
for (const [kind, words] of Object.entries(labels) as [TraitKind, string][]) {
  for (const word of words.split(' ')) kinds.set(fold(word), kind);
}

/** What the label of an attribute says of its value, or null. */
export function traitKind(label: string): TraitKind | null {
  const known = kindsByLabel.get(label);
  if (known !== undefined) return known;
  const folded = fold(label);
  const kind = kinds.get(folded) ?? kinds.get(folded.replace(/[\s_.:/-]+/g, '')) ?? null;
  if (kindsByLabel.size === labelsMax) kindsByLabel.clear();
  kindsByLabel.set(label, kind);
  return kind;
}

/** A catalog has few labels, each many times. */
const kindsByLabel = new Map<string, TraitKind | null>();
const labelsMax = 2_000;

/** Who things are made for. */
export type Audience = 'men' | 'women' | 'boys' | 'girls' | 'kids' | 'baby';

/** Folded values and elements of categories that say it. */
const audienceWords: Readonly<Record<Audience, string>> = {
  men: "men male man mens men's herren herr maenner manner homme hommes hombre hombres uomo masculino masculina heren herre meskie meski pansky panske panove erkek мужской мужчины мужская мужское رجالي رجال ผู้ชาย 男 男士 男性 メンズ 남성",
  women:
    "women female woman womens women's damen frauen femme femmes mujer mujeres donna femenino feminino feminina dames dam dame damskie damski damsky damske zeny kadin bayan женский женщины женская женское نسائي نساء ผู้หญิง 女 女士 女性 レディース 여성",
  boys: 'boys boy jungen garcon garcons nino bambino menino jongens chlopiec chlapec pojkar drenge gutter мальчики мальчик',
  girls:
    'girls girl madchen maedchen fille filles nina bambina menina meisjes dziewczynka divka flickor piger jenter девочки девочка',
  kids: 'kids kid children child kinder enfant enfants infantil bambini kinderen barn born dzieci deti cocuk дети детский детская اطفال เด็ก 儿童 キッズ 子供 아동',
  baby: 'baby babies infant infants newborn toddler bebe bebes neonato niemowle kojenec bebek малыши 婴儿 ベビー 유아',
};

const audiences = new Map<string, Audience>();
for (const [audience, words] of Object.entries(audienceWords) as [Audience, string][]) {
  for (const word of words.split(' ')) audiences.set(fold(word), audience);
}

/** Whom a value or the element of a category path names, or null. */
export function audienceOf(value: string): Audience | null {
  return audiences.get(fold(value)) ?? null;
}

/** Values that tell nothing of a thing, as every second one has them. */
const vague = new Set(
  fold(
    'original compatible genuine new used refurbished standard universal normal regular other others various mixed multi ' +
      'multicolor multicolour multicolored mehrfarbig multicolore assorted default none no yes not unisex adult adults n/a na active passive ' +
      'basic classic home office indoor outdoor indoor/outdoor all any one size onesize free edition version series plus pro mini max lite accessory accessories spare part parts specific ' +
      'pack pcs pc(s) pieces piece item product certified mfi branded xl xxl xs seklinde içi dışı kullanım kullanımı fonksiyonlu amaçlı renk รุ่น ขนาด ยาว กว้าง สูง หนา แบบ neu neuf nuevo nuovo novo nieuw nowy novy yeni новый original originale originalny orijinal ' +
      'ja nein oui non si não nao nej tak nie ano ne evet hayır да нет نعم لا ไม่ ใช่ 是 否 はい いいえ diverse divers sonstige autre otro altro',
  ).split(' '),
);

/** Whether a folded word says nothing that somebody would search. */
export function isVague(word: string): boolean {
  return vague.has(word);
}

/** Words that follow the thing in titles of feeds and say how it is: `toner cartridge original`, `adapter internal`. */
const postModifiers = new Set(
  fold(
    'original compatible genuine new used refurbished remanufactured internal external male female managed unmanaged wired ' +
      'indoor outdoor lithium-ion li-ion lithium ni-mh alkaline ddr ddr2 ddr3 ddr4 ddr5 gddr gddr5 sdram right-hand left-hand ' +
      'head-band in-ear ear-hook neck-band binaural monaural freestanding rack-mounted wall-mounted matt matte glossy satin ' +
      'assorted multicolor multicolour multicoloured neuf nuevo nuovo neu neue neuer neues schwarzweiss ' +
      'on-site ambidextrous lan ethernet paslanmaz ayarlanabilir',
  ).split(' '),
);

/** Whether a folded word is said of the thing before it, so that a phrase ends there. */
export function isPostModifier(word: string): boolean {
  return postModifiers.has(word);
}

/** How things are connected and work, in titles of every language: never what a thing is, if often said of it. */
const techniques = new Set(
  'usb hdmi vga dvi rj45 rj-45 ps/2 bluetooth wireless wifi wi-fi optical laser led lcd lte nfc gps'.split(
    ' ',
  ),
);

/** Whether a folded word names a technique. */
export function isTechnique(word: string): boolean {
  return techniques.has(word);
}

const shades = new Set(['light', 'dark', 'matte', 'photo', 'acik', 'koyu']);

/** Whether a folded word before a colour tells its shade: `light cyan`. */
export function isShade(word: string): boolean {
  return shades.has(word);
}
