/**
 * Titles that say nothing: "Other", "Sonstiges", "Misc.". Merchants file under them what fits nowhere, so they are
 * no phrases that anybody types, and no phrase is made of them and a brand. Each language with its own words, since
 * the word of one is a thing in another; English everywhere, as it stands in the catalogs of all.
 */
import { fold } from '../text/fold.ts';
import { languageOf } from '../text/stop-words.ts';

/** Thai, Chinese and Japanese ones words stand without spaces around them, and are sought anywhere. */
const byLanguage = new Map<string, string>([
  [
    'en',
    'all default general generic misc miscellaneous na none other others unbranded uncategorised uncategorized unknown unsorted various',
  ],
  [
    'de',
    'alle allgemein alles andere anderes diverse diverses sonstige sonstiger sonstiges verschiedenes weitere',
  ],
  ['fr', 'autre autres divers diverses inconnu tous tout toute toutes'],
  ['es', 'generico otra otras otro otros todas todo todos varias varios'],
  ['it', 'altre altri altro generico tutte tutti tutto vari varie'],
  ['pt', 'diversas diversos generico outra outras outro outros todas todos tudo varias varios'],
  ['nl', 'alle andere divers diverse diversen overig overige'],
  ['sv', 'alla annat diverse ovriga ovrigt'],
  ['da', 'alle andet diverse ovrige'],
  ['no', 'alle andre annet diverse ovrig'],
  ['pl', 'inne pozostale rozne wszystkie wszystko'],
  ['cs', 'jine ostatni ruzne vse vsechny'],
  ['tr', 'cesitli diger genel tum tumu'],
  ['ru', 'все другие другое остальное прочее прочие разное'],
  ['el', 'αλλα διαφορα λοιπα'],
  ['ar', 'اخري اخرى متنوع'],
  ['he', 'אחר שונות'],
  ['th', 'อื่น'],
  ['zh', '其他 其它 其他类 杂项'],
  ['ja', 'その他'],
  ['ko', '기타'],
]);

/** How much of a folded title says nothing: all of its words, some of them, or none. */
export type GeneralityOf = (foldedTitle: string) => 'generic' | 'mixed' | 'specific';

/** Makes the judge of folded titles of a BCP 47 locale. A title without letters and digits is generic. */
export function createGeneralityOf(locale: string): GeneralityOf {
  const language = languageOf(locale);
  const wordsOf = (each: string) => fold(byLanguage.get(each) ?? '').split(' ');
  const words = new Set([...wordsOf('en'), ...wordsOf(language)]);
  const isSpaceless = language === 'th' || language === 'zh' || language === 'ja';
  const parts = isSpaceless ? wordsOf(language) : [];
  const isGeneric = (word: string) => words.has(word) || parts.some((part) => word.includes(part));
  return (foldedTitle) => {
    const held = foldedTitle.replace(/[./]/g, '').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
    if (held.every(isGeneric)) return 'generic';
    return held.some(isGeneric) ? 'mixed' : 'specific';
  };
}
