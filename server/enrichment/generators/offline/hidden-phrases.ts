/**
 * The phrases by which a product is found and which are not shown: its model with its brand and without punctuation, and
 * what else is said of it than is shown.
 */
import { fold } from '../../../search/text/fold.ts';
import type { PhraseProduct } from '../../phrase-generator.ts';
import { modelOf } from './model-code.ts';
import type { TitleReading } from './title-reading.ts';

const hiddenMax = 10;

/** The hidden phrases of a product beside those that are `shown`; `further` were not, for want of place. */
export function hiddenPhrases(
  product: PhraseProduct,
  reading: TitleReading,
  brand: string | null,
  shown: readonly string[],
  further: readonly string[],
): string[] {
  const model = modelOf(product, reading);
  const ofModel =
    model === null
      ? []
      : [
          brand === null ? model : `${brand} ${model}`,
          ...(/\p{L}/u.test(model) ? [model.replace(/[.-]/g, '')] : []),
        ];
  const seen = new Set([...shown, product.title].map(fold));
  return [...ofModel, ...further]
    .filter((text) => {
      const folded = fold(text);
      if (folded === '' || seen.has(folded)) return false;
      seen.add(folded);
      return true;
    })
    .slice(0, hiddenMax);
}
