/**
 * The demo shop's own words in the languages of its catalog. Products keep their language. A language without a word does not exist:
 * the type demands all. Nine languages, by BCP 47 codes; a text may have no markup, since it is escaped.
 */
// Tests: ./storefront.test.ts.

/** The first is the default. */
export const languages = ['en', 'de', 'fr', 'es', 'tr', 'el', 'ar', 'ja', 'th'] as const;

export type Language = (typeof languages)[number];

export interface ShopWords {
  /** The language's name for itself. */
  readonly name: string;
  readonly headline: string;
  readonly lead: string;
  readonly search: string;
  readonly tries: string;
  readonly departments: string;
  readonly fresh: string;
  readonly related: string;
  readonly results: string;
  readonly nothing: string;
  readonly inStock: string;
  readonly outOfStock: string;
  readonly details: string;
  readonly home: string;
}

/** Returns the direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

export const shopWords: Readonly<Record<Language, ShopWords>> = {
  en: {
    name: 'English',
    headline: 'Found before you finish typing.',
    search: 'Search the shop',
    lead: 'A general store of invented products in nine languages. Type a few letters, in any of them.',
    tries: 'Things to try',
    departments: 'Departments',
    fresh: 'On the shelves now',
    related: 'More like this',
    results: 'Results for',
    nothing: 'Nothing found. Try fewer letters.',
    inStock: 'In stock',
    outOfStock: 'Out of stock',
    details: 'Details',
    home: 'Shop',
  },
  de: {
    name: 'Deutsch',
    headline: 'Gefunden, bevor Sie fertig getippt haben.',
    search: 'Im Shop suchen',
    lead: 'Ein Warenhaus erfundener Produkte in neun Sprachen. Tippen Sie ein paar Buchstaben, egal in welcher.',
    tries: 'Zum Ausprobieren',
    departments: 'Abteilungen',
    fresh: 'Gerade im Regal',
    related: 'Ähnliche Artikel',
    results: 'Ergebnisse für',
    nothing: 'Nichts gefunden. Versuchen Sie weniger Buchstaben.',
    inStock: 'Auf Lager',
    outOfStock: 'Ausverkauft',
    details: 'Einzelheiten',
    home: 'Shop',
  },
  fr: {
    name: 'Français',
    headline: 'Trouvé avant la fin de la frappe.',
    search: 'Rechercher dans la boutique',
    lead: 'Un grand magasin de produits inventés, en neuf langues. Tapez quelques lettres, dans celle de votre choix.',
    tries: 'À essayer',
    departments: 'Rayons',
    fresh: 'En rayon en ce moment',
    related: 'Produits similaires',
    results: 'Résultats pour',
    nothing: 'Aucun résultat. Essayez avec moins de lettres.',
    inStock: 'En stock',
    outOfStock: 'Épuisé',
    details: 'Détails',
    home: 'Boutique',
  },
  es: {
    name: 'Español',
    headline: 'Encontrado antes de terminar de escribir.',
    search: 'Buscar en la tienda',
    lead: 'Una tienda de productos inventados en nueve idiomas. Escriba unas letras en cualquiera de ellos.',
    tries: 'Pruebe con',
    departments: 'Secciones',
    fresh: 'Ahora en la tienda',
    related: 'Productos similares',
    results: 'Resultados de',
    nothing: 'Sin resultados. Pruebe con menos letras.',
    inStock: 'En stock',
    outOfStock: 'Agotado',
    details: 'Detalles',
    home: 'Tienda',
  },
  tr: {
    name: 'Türkçe',
    headline: 'Yazmayı bitirmeden bulunur.',
    search: 'Mağazada ara',
    lead: 'Dokuz dilde, hayalî ürünlerle dolu bir mağaza. Herhangi bir dilde birkaç harf yazın.',
    tries: 'Bunları deneyin',
    departments: 'Reyonlar',
    fresh: 'Şu an raflarda',
    related: 'Benzer ürünler',
    results: 'Sonuçlar:',
    nothing: 'Sonuç yok. Daha az harfle deneyin.',
    inStock: 'Stokta',
    outOfStock: 'Tükendi',
    details: 'Ayrıntılar',
    home: 'Mağaza',
  },
  el: {
    name: 'Ελληνικά',
    headline: 'Το βρίσκετε πριν τελειώσετε να γράφετε.',
    search: 'Αναζήτηση στο κατάστημα',
    lead: 'Ένα κατάστημα με φανταστικά προϊόντα σε εννέα γλώσσες. Γράψτε λίγα γράμματα, σε όποια θέλετε.',
    tries: 'Δοκιμάστε',
    departments: 'Τμήματα',
    fresh: 'Τώρα στα ράφια',
    related: 'Παρόμοια προϊόντα',
    results: 'Αποτελέσματα για',
    nothing: 'Δεν βρέθηκε τίποτα. Δοκιμάστε λιγότερα γράμματα.',
    inStock: 'Διαθέσιμο',
    outOfStock: 'Εξαντλημένο',
    details: 'Λεπτομέρειες',
    home: 'Κατάστημα',
  },
  ar: {
    name: 'العربية',
    headline: 'تجده قبل أن تنتهي من الكتابة.',
    search: 'ابحث في المتجر',
    lead: 'متجر عام لمنتجات متخيَّلة بتسع لغات. اكتب بضعة أحرف بأي لغة منها.',
    tries: 'جرّب',
    departments: 'الأقسام',
    fresh: 'على الرفوف الآن',
    related: 'منتجات مشابهة',
    results: 'نتائج البحث عن',
    nothing: 'لا توجد نتائج. جرّب أحرفًا أقل.',
    inStock: 'متوفر',
    outOfStock: 'غير متوفر',
    details: 'التفاصيل',
    home: 'المتجر',
  },
  ja: {
    name: '日本語',
    headline: '打ち終わる前に、見つかる。',
    search: 'ショップ内を検索',
    lead: '九つの言語でそろえた架空の商品の店です。どの言語でも、数文字入力してみてください。',
    tries: '試してみる',
    departments: '売り場',
    fresh: 'いま店頭にある商品',
    related: '似た商品',
    results: '検索結果:',
    nothing: '見つかりませんでした。文字を減らしてお試しください。',
    inStock: '在庫あり',
    outOfStock: '在庫切れ',
    details: '詳細',
    home: 'ショップ',
  },
  th: {
    name: 'ไทย',
    headline: 'เจอก่อนพิมพ์จบ',
    search: 'ค้นหาในร้าน',
    lead: 'ร้านค้าที่มีสินค้าสมมติในเก้าภาษา พิมพ์เพียงไม่กี่ตัวอักษร ในภาษาใดก็ได้',
    tries: 'ลองค้นหา',
    departments: 'แผนก',
    fresh: 'สินค้าบนชั้นตอนนี้',
    related: 'สินค้าที่คล้ายกัน',
    results: 'ผลการค้นหา',
    nothing: 'ไม่พบสินค้า ลองใช้ตัวอักษรน้อยลง',
    inStock: 'มีสินค้า',
    outOfStock: 'สินค้าหมด',
    details: 'รายละเอียด',
    home: 'ร้าน',
  },
};
