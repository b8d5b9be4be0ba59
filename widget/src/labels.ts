/**
 * Chooses the widget’s labels in the page’s language, and formats prices in that language. A merchant can replace any
 * label with `data-label-NAME`. An unknown language falls back to English; labels are only ever text.
 */
// Tests: test/browser/widget-page.test.ts, test/browser/widget-keyboard.test.ts.

/** Indexes into the lists below; the first three are the regions. */
export const suggestions = 0;
export const popular = 3;
export const inStock = 4;
export const outOfStock = 5;
export const none = 6;

/** The names of `data-label-NAME` in a dataset. */
const names = 'Suggestions|Categories|Products|Popular|InStock|OutOfStock|None'.split('|');

/** The labels by language, in the order of their names. */
const languages: Readonly<Record<string, string> & { en: string }> = {
  en: 'Suggestions|Categories|Products|Popular|In stock|Out of stock|No results',
  de: 'Vorschläge|Kategorien|Produkte|Beliebt|Auf Lager|Ausverkauft|Keine Treffer',
  fr: 'Suggestions|Catégories|Produits|Populaires|En stock|Épuisé|Aucun résultat',
  es: 'Sugerencias|Categorías|Productos|Populares|En stock|Agotado|Sin resultados',
  it: 'Suggerimenti|Categorie|Prodotti|Popolari|Disponibile|Esaurito|Nessun risultato',
  pt: 'Sugestões|Categorias|Produtos|Populares|Em estoque|Esgotado|Sem resultados',
  tr: 'Öneriler|Kategoriler|Ürünler|Popüler|Stokta|Tükendi|Sonuç yok',
  ar: 'اقتراحات|الفئات|المنتجات|شائع|متوفر|غير متوفر|لا نتائج',
};

/** The words and prices of one page. */
export interface Wording {
  readonly say: (place: number) => string;
  /** A decimal text as money; never throws. */
  readonly formatPrice: (price: string, currency: string) => string;
}

/** `own`: the script's `data-` attributes. */
export function createWording(given: string, own: DOMStringMap): Wording {
  const language = given.replace('_', '-');
  const words = (languages[language.slice(0, 2).toLowerCase()] || languages.en).split('|');
  return {
    say: (place) => own[`label${names[place]}`] || (words[place] as string),
    formatPrice(price, currency) {
      try {
        const amount = Number(price);
        // A price has at most 12 digits (§8), two of them decimals; any other text is shown unchanged.
        if (amount < 1e11) return amount.toLocaleString(language, { style: 'currency', currency });
      } catch {
        // An invalid language or currency.
      }
      return `${price} ${currency}`;
    },
  };
}
