/**
 * The widget's own words in the page's language, and prices as people write them there. A merchant replaces any word
 * with `data-label-NAME`; `{}` stands for the query.
 */
import type { Settings } from './settings.ts';

export const labelNames = [
  'results',
  'suggestions',
  'categories',
  'products',
  'popular',
  'trending',
  'in-stock',
  'out-of-stock',
  'none',
  'corrected',
] as const;
export type LabelName = (typeof labelNames)[number];

/** In the order of the names. */
const words: Readonly<Record<string, string>> = {
  en: 'Search results|Suggestions|Categories|Products|Popular searches|Trending products|In stock|Out of stock|No matches for “{}”|Results for “{}”',
  de: 'Suchergebnisse|Vorschläge|Kategorien|Produkte|Beliebte Suchen|Beliebte Produkte|Auf Lager|Ausverkauft|Keine Treffer für „{}“|Ergebnisse für „{}“',
  fr: 'Résultats de recherche|Suggestions|Catégories|Produits|Recherches populaires|Produits tendance|En stock|Épuisé|Aucun résultat pour « {} »|Résultats pour « {} »',
  es: 'Resultados de búsqueda|Sugerencias|Categorías|Productos|Búsquedas populares|Productos populares|En stock|Agotado|Sin resultados para «{}»|Resultados para «{}»',
  it: 'Risultati di ricerca|Suggerimenti|Categorie|Prodotti|Ricerche popolari|Prodotti di tendenza|Disponibile|Esaurito|Nessun risultato per “{}”|Risultati per “{}”',
  pt: 'Resultados da pesquisa|Sugestões|Categorias|Produtos|Pesquisas populares|Produtos em destaque|Em estoque|Esgotado|Nenhum resultado para “{}”|Resultados para “{}”',
  nl: 'Zoekresultaten|Suggesties|Categorieën|Producten|Populaire zoekopdrachten|Populaire producten|Op voorraad|Uitverkocht|Geen resultaten voor “{}”|Resultaten voor “{}”',
  pl: 'Wyniki wyszukiwania|Podpowiedzi|Kategorie|Produkty|Popularne wyszukiwania|Popularne produkty|Dostępny|Niedostępny|Brak wyników dla „{}”|Wyniki dla „{}”',
  sv: 'Sökresultat|Förslag|Kategorier|Produkter|Populära sökningar|Populära produkter|I lager|Slut i lager|Inga träffar för ”{}”|Resultat för ”{}”',
  tr: 'Arama sonuçları|Öneriler|Kategoriler|Ürünler|Popüler aramalar|Popüler ürünler|Stokta|Tükendi|“{}” için sonuç yok|“{}” sonuçları',
  ja: '検索結果|候補|カテゴリー|商品|人気の検索|人気の商品|在庫あり|在庫なし|「{}」に一致する結果はありません|「{}」の検索結果',
  zh: '搜索结果|建议|分类|商品|热门搜索|热门商品|有货|缺货|没有与“{}”匹配的结果|“{}”的搜索结果',
  ar: 'نتائج البحث|اقتراحات|الفئات|المنتجات|عمليات بحث شائعة|منتجات رائجة|متوفر|غير متوفر|لا نتائج لـ «{}»|نتائج «{}»',
};

/** The words and the prices of one input. */
export interface Wording {
  readonly language: string;
  readonly say: (name: LabelName, query?: string) => string;
  /** A decimal text as money; never throws. */
  readonly formatPrice: (price: string, currency: string) => string;
}

export function createWording(settings: Settings, pageLanguage: string): Wording {
  const language = settings.lang || pageLanguage || navigator.language;
  const own = (words[language.toLowerCase().split('-')[0] ?? ''] || words.en || '').split('|');
  return {
    language,
    say(name, query = '') {
      const attribute = `label${name.replace(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase())}`;
      // Split and joined, since a replacement would read `$&` in a query.
      const text = settings.attributes[attribute] ?? own[labelNames.indexOf(name)] ?? '';
      return text.split('{}').join(query);
    },
    formatPrice(price, currency) {
      try {
        return new Intl.NumberFormat(language, { style: 'currency', currency }).format(Number(price));
      } catch {
        return `${price} ${currency}`;
      }
    },
  };
}
