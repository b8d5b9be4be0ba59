/**
 * Reads what a column says about stock in other words than the service's own: quantities, and words of several languages. Used only
 * where a column was chosen as `in_stock`, never for one that has that name (Contract §4 fixes its words). Pure; a cell that says
 * nothing known stays as it is, and fails its row later.
 */
// Tests: ./guess-columns.test.ts, ./csv-reader.test.ts.

const inStock =
  'yes y true on available instock preorder backorder lowstock limited ja auf_lager lieferbar verfügbar vorrätig sofort_lieferbar oui ' +
  'en_stock disponible sí si en_existencia disponibile sim disponível em_estoque op_voorraad tak dostępny ano skladem evet var stokta ' +
  'mevcut มี มีสินค้า พร้อมส่ง 在庫あり あり';
const outOfStock =
  'no n false off unavailable outofstock sold_out soldout discontinued nein ausverkauft nicht_lieferbar nicht_verfügbar nicht_vorrätig ' +
  'vergriffen non épuisé en_rupture rupture rupture_de_stock indisponible agotado sin_stock no_disponible esaurito non_disponibile não ' +
  'esgotado indisponível nee uitverkocht nie niedostępny brak ne vyprodáno hayır yok tükendi stokta_yok หมด สินค้าหมด ไม่มี 在庫なし なし';

const byWord = new Map([
  ...inStock.split(' ').map((word) => [wordOf(word), true] as const),
  ...outOfStock.split(' ').map((word) => [wordOf(word), false] as const),
]);

/** Whether a cell says that a product is in stock; a quantity above 0 does. Null for a cell that says neither. */
export function stockOf(cell: string): boolean | null {
  const text = cell.trim();
  if (/^[+-]?\d{1,9}(?:[.,]\d{1,3})?$/.test(text)) return Number(text.replace(',', '.')) > 0;
  return byWord.get(wordOf(text)) ?? null;
}

function wordOf(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, '');
}
