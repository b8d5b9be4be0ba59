/**
 * The talk of shops: offers, and orders to the reader. True of every product or of none, so nobody finds one by it. By
 * language; English stands in catalogs everywhere. What shoppers type themselves (`cheap`, `günstig`) is in no list.
 */
import { fold } from '../../search/text/fold.ts';
import { languageOf } from '../../search/text/stop-words.ts';
import { scanWords } from '../../search/text/words.ts';

/** Talk that only an English store has: elsewhere `sale` is dirty, or salt. */
const englishStores = 'en alone';

/** Phrases between lines or `|`; a `*` stands for any ending of the word. */
const byLanguage = new Map<string, string>([
  [
    'en',
    `buy|purchase|free shipping|free delivery|free returns|free gift|free trial|free sample|free of charge|ships free|fast shipping
    fast delivery|same day delivery|next day delivery|express shipping|worldwide shipping|cash on delivery|no shipping
    best price*|low price*|lowest price*|great price*|half price|price drop|reduced price|unbeatable price*|price match
    special offer*|limited offer*|limited time|exclusive offer*|best offer*|hot deal*|best deal*|great deal*|deal of the day
    on sale|flash sale|final sale|big sale|hot sale|clearance sale|stock clearance|black friday|cyber monday|while stocks last
    discount*|coupon code*|promo code*|voucher code*|percent off|money back|satisfaction guaranteed|guaranteed quality
    best quality|top quality|high quality|best seller*|bestseller*|best selling|must have|official store
    official site|official website|in stock|out of stock|sold out|new arrival*|save up to|save big|save money|save now
    buy now|buy it|buy one|buy online|buy today|buy here|buy this|buy cheap|buy the|buy your|buy from|buy at|where to buy
    order now|order online|order today|order here|order yours|order this|shop now|shop online|shop here|shop our|shop the
    add to cart|add to basket|check out our|checkout now|click here|click now|click to|click on|click the|click this|click link
    visit us|visit our|visit now|visit the|visit my|visit this|follow us|follow me|call us|call now|call today|contact us
    contact me|text us|email us|write us|sign up|subscribe|join us|join now|learn more|read more|find out more|see more
    get yours|get it now|get this|get the best|get free|get now|try it|try now|try this|discover our|discover the|explore our
    hurry|hurry up|don't miss|dont miss|act now|act fast|grab yours|grab it|treat yourself|don't wait|look no further
    download now|download free|as seen on tv|tell your friends|share this|like and share|please buy|you must
    you should|you will love|we recommend|we offer|we sell|summer sale|winter sale|spring sale|autumn sale|holiday sale
    order your|order a|order my|order the|whatsapp us|message us|scam*|rip off|ripoff|do not buy|don't buy|dont buy`,
  ],
  [englishStores, 'sale|sales|deal|deals|clearance|bargain*|promo'],
  [
    'de',
    `gratis versand|gratisversand|kostenloser versand|kostenlose lieferung|versandkostenfrei*|kostenfrei*|kostenlos*|schnelle lieferung
    gratis lieferung|kaufen|bestellen|kaufe|jetzt kaufen|jetzt bestellen|jetzt sparen|jetzt zugreifen|jetzt entdecken|jetzt sichern|hier klicken|klicken sie
    klick hier|online kaufen|online bestellen|hier kaufen|hier bestellen|zum shop|zum angebot|besuchen sie|besuche uns|rufen sie
    folge uns|kontaktieren sie|mehr erfahren|bester preis|besten preis|beste preise|bestpreis*|tiefpreis*|niedrigster preis|zum halben preis
    sonderangebot*|sonderpreis*|rabatt*|gutscheincode*|angebot*|schnappchen*|gratis|umsonst|angebot des tages|nur heute|solange der vorrat|schlussverkauf
    ausverkauf|preisgarantie|geld zuruck|geld-zuruck|sofort lieferbar|auf lager|testsieger|verkaufsschlager|top qualitat|beste qualitat`,
  ],
  [
    'fr',
    `livraison gratuite|livraison offerte|livraison rapide|frais de port offerts|port offert|achetez*|acheter maintenant|acheter en ligne
    commandez*|commander maintenant|cliquez*|cliquer ici|visitez*|decouvrez*|profitez*|appelez*|contactez*|suivez-nous|suivez nous|en savoir plus
    meilleur prix|meilleurs prix|prix bas|petit prix|petits prix|prix casse*|prix imbattable*|moitie prix|offre speciale|offres speciales
    offre limitee|bon plan|bons plans|code promo|promo|promotion*|reductions|remise*|acheter|soldes|en solde|en stock|satisfait ou rembourse
    meilleure vente|meilleures ventes|gratuit*|ne manquez pas`,
  ],
  [
    'es',
    `envio gratis|envio gratuito|envios gratis|entrega gratis|envio rapido|gastos de envio|comprar|compra ahora|compra ya|compra online|comprar ahora
    comprar online|compre|compre ahora|compra aqui|haz clic|haga clic|clic aqui|pincha aqui|pide ya|pide ahora|visita nuestra|visite|visitanos|llama ahora|llamanos
    siguenos|contactanos|descubre nuestra*|aprovecha*|no te pierdas|mejor precio|mejores precios|precio bajo|precios bajos|mitad de precio
    oferta*|en oferta|ofertas|descuento*|rebaja*|promocion*|codigo promocional|cupon*|liquidacion|en stock|mas vendido*|gratis|saber mas`,
  ],
  [
    'it',
    `spedizione gratuita|spedizione gratis|spedizioni gratuite|consegna gratuita|consegna rapida|comprare|compra ora|compra subito|compra online
    acquista*|ordina ora|ordina subito|ordina online|clicca*|visita il|visita la|visitate|visitaci|scopri|scopri di piu|chiama ora|chiamaci|contattaci|seguici
    approfitta*|non perdere|miglior prezzo|migliori prezzi|prezzo basso|prezzi bassi|meta prezzo|offerta*|offerte|in offerta|sconto|sconti|scontat*
    promozione|promozioni|in promozione|saldi|codice sconto|disponibile subito|piu venduto|piu venduti|gratis`,
  ],
  [
    'pt',
    `frete gratis|envio gratis|entrega gratis|portes gratis|entrega rapida|comprar|compre|compre ja|compre agora|comprar agora|comprar online|clique*
    encomende|peca ja|visite|descubra|aproveite|ligue ja|contacte-nos|siga-nos|nao perca|melhor preco|melhores precos|preco baixo|precos baixos
    metade do preco|oferta*|promocao|promocoes|desconto*|cupom|codigo promocional|em stock|em estoque|mais vendido*|gratis|gratuito`,
  ],
  [
    'nl',
    `gratis verzending|gratis bezorging|gratis levering|gratis verzonden|snelle levering|kopen|koop nu|nu kopen|koop online|online kopen
    bestel nu|bestel online|nu bestellen|online bestellen|klik hier|klik nu|bezoek onze|bezoek ons|ontdek|ontdek onze|bel nu|bel ons|volg ons|lees meer
    profiteer*|mis het niet|beste prijs|beste prijzen|lage prijs|lage prijzen|laagste prijs|halve prijs|aanbieding*|in de aanbieding|korting*
    kortingscode|uitverkoop|op voorraad|bestseller*|op=op|gratis|actieprijs`,
  ],
  [
    'sv',
    `fri frakt|gratis frakt|fraktfritt|snabb leverans|kop nu|kop online|bestall nu|bestall online|klicka har|besok oss|upptack|las mer|folj oss|ring nu
    basta pris|bast pris|basta priset|lagsta pris|lagt pris|halva priset|erbjudande*|rabatt*|rea|reapris|kampanj*|i lager|bastsaljare|gratis`,
  ],
  [
    'da',
    `fri fragt|gratis fragt|gratis levering|hurtig levering|kob nu|kob online|bestil nu|bestil online|klik her|besog os|laes mere|folg os|ring nu
    bedste pris|laveste pris|lav pris|halv pris|tilbud*|pa tilbud|rabat*|udsalg*|pa lager|bestseller*|gratis`,
  ],
  [
    'no',
    `fri frakt|gratis frakt|fraktfritt|rask levering|kjop na|kjop online|bestill na|bestill online|klikk her|besok oss|les mer|folg oss|ring na
    beste pris|laveste pris|lav pris|halv pris|tilbud*|pa tilbud|rabatt*|salg na|kampanje*|pa lager|bestselger*|gratis`,
  ],
  [
    'fi',
    `ilmainen toimitus|ilmaiset toimituskulut|nopea toimitus|osta nyt|osta heti|tilaa nyt|tilaa heti|klikkaa*|lue lisaa|seuraa meita|soita nyt
    paras hinta|halvin hinta|edullisin hinta|puoleen hintaan|tarjous*|tarjoukset|alennus*|alekoodi|varastossa|ilmainen|ilmaiseksi`,
  ],
  [
    'pl',
    `darmowa dostawa|darmowa wysylka|bezplatna dostawa|szybka dostawa|szybka wysylka|kupic|kup teraz|kup online|kup tutaj|zamow teraz|zamow online|kliknij*
    odwiedz*|sprawdz teraz|zadzwon*|skontaktuj*|obserwuj nas|dowiedz sie wiecej|najlepsza cena|najlepsze ceny|najnizsza cena|niska cena|niskie ceny
    pol ceny|promocja|promocje|promocji|w promocji|rabat*|znizka|znizki|kod rabatowy|wyprzedaz*|oferta specjalna|na stanie|bestseller*|gratis|za darmo`,
  ],
  [
    'cs',
    `doprava zdarma|doprava zadarmo|rychle dodani|kup nyni|kup ted|koupit nyni|kupte*|objednejte*|objednat nyni|kliknete*|klikni|navstivte*|zavolejte*
    kontaktujte*|sledujte nas|zjistit vice|nejlepsi cena|nejlepsi ceny|nejnizsi cena|nizka cena|polovicni cena|akce|akcni cena|v akci|sleva|slevy|slevovy kod
    vyprodej*|skladem|nejprodavanejsi|zdarma`,
  ],
  [
    'sk',
    `doprava zdarma|doprava zadarmo|rychle dodanie|kup teraz|kupit teraz|kupte*|objednajte*|objednat teraz|kliknite*|klikni|navstivte*|zavolajte*
    kontaktujte*|sledujte nas|zistit viac|najlepsia cena|najnizsia cena|nizka cena|polovicna cena|akcia|akciova cena|zlava|zlavy|zlavovy kod|vypredaj*|skladom|zadarmo`,
  ],
  [
    'hu',
    `ingyenes szallitas|gyors szallitas|vasarolj most|vasaroljon|vedd meg|rendeld meg|rendelje meg|rendelj most|kattints*|kattintson|latogass*|hivj most
    legjobb ar|legjobb aron|legolcsobb ar|alacsony ar|fel aron|akcios ar|kedvezmeny*|leertekeles|kiarusitas|raktaron|ingyen`,
  ],
  [
    'ro',
    `livrare gratuita|transport gratuit|livrare rapida|cumpara acum|cumpara online|comanda acum|comanda online|click aici|apasa aici|viziteaza|suna acum
    contacteaza-ne|urmareste-ne|afla mai multe|cel mai bun pret|cele mai bune preturi|pret mic|preturi mici|jumatate de pret|oferta*|promotie|promotii
    la promotie|reducere|reduceri|cod promotional|lichidare|in stoc|gratuit*|gratis`,
  ],
  [
    'tr',
    `ucretsiz kargo|bedava kargo|kargo bedava|hizli kargo|ucretsiz teslimat|ayni gun kargo|hemen al|simdi al|satin al|satin alin|hemen siparis|siparis ver
    siparis verin|tikla|tiklayin|tiklayiniz|buraya tikla|ziyaret edin|bizi arayin|hemen ara|takip edin|kacirma|kacirmayin|kesfet|kesfedin|sepete ekle
    en iyi fiyat*|en uygun fiyat*|en ucuz fiyat*|dusuk fiyat*|yari fiyat*|indirim*|kampanya*|firsat*|ozel teklif|kupon kodu|stokta|cok satan|en cok satan|bedava|kapida odeme`,
  ],
  [
    'ru',
    `бесплатная доставка|быстрая доставка|доставка бесплатно|купить|заказать|купи|купите|купить сейчас|купить онлайн|закажи|закажите|заказать сейчас|нажмите|нажми|кликните
    жми сюда|посетите|звоните|позвоните|подпишись|подпишитесь|узнать больше|лучшая цена|лучшие цены|низкая цена|низкие цены|по низкой цене|полцены
    акция|акции|скидка|скидки|скидкой|распродажа|спецпредложение|выгодное предложение|промокод|в наличии|хит продаж|бесплатно|даром`,
  ],
  [
    'uk',
    `безкоштовна доставка|швидка доставка|купити|купи|купуйте|купити зараз|купити онлайн|замов|замовляйте|замовити зараз|натисніть|натисни|клікніть|відвідайте
    телефонуйте|дзвоніть|підпишись|підписуйтесь|дізнатися більше|найкраща ціна|найкращі ціни|низька ціна|низькі ціни|акція|акції|знижка|знижки|зі знижкою
    розпродаж|спецпропозиція|промокод|в наявності|хіт продажів|безкоштовно`,
  ],
  [
    'el',
    `δωρεάν αποστολή|δωρεάν μεταφορικά|δωρεάν παράδοση|αγόρασε|αγοράστε|αγορά τώρα|παράγγειλε|παραγγείλτε|κάνε κλικ|κάντε κλικ|πατήστε εδώ|επισκεφθείτε
    καλέστε|καλύτερη τιμή|καλύτερες τιμές|χαμηλή τιμή|μισή τιμή|προσφορά|προσφορές|έκπτωση|εκπτώσεις|κουπόνι|άμεσα διαθέσιμο|δωρεάν`,
  ],
  [
    'ar',
    `شحن مجاني|توصيل مجاني|الشحن مجاني|توصيل سريع|اشتر الآن|اشتري الآن|اشتري|اطلب الآن|اطلب|تسوق الآن|اضغط هنا|انقر هنا|انقر|زوروا|اتصل بنا|اتصل الآن|تابعنا
    أفضل سعر|افضل الاسعار|أقل سعر|نصف السعر|عرض خاص|عروض|تخفيضات|تخفيض|خصم|خصومات|كود خصم|متوفر الآن|الأكثر مبيعا|مجانا`,
  ],
  [
    'he',
    `משלוח חינם|משלוח מהיר|קנה עכשיו|קנו עכשיו|הזמן עכשיו|הזמינו עכשיו|לחץ כאן|לחצו כאן|בקרו|התקשרו|צרו קשר|עקבו אחרינו|המחיר הטוב|מחיר הכי|הכי זול
    מבצע|מבצעים|הנחה|הנחות|קופון|במלאי|רב מכר|חינם`,
  ],
  [
    'vi',
    `miễn phí vận chuyển|giao hàng miễn phí|giao hàng nhanh|freeship|mua ngay|đặt hàng ngay|đặt mua|nhấn vào đây|bấm vào đây|liên hệ|gọi ngay|theo dõi chúng tôi
    giá tốt nhất|giá rẻ nhất|nửa giá|khuyến mãi|giảm giá|ưu đãi|mã giảm giá|còn hàng|bán chạy`,
  ],
  [
    'id',
    `gratis ongkir|bebas ongkir|pengiriman gratis|beli sekarang|pesan sekarang|order sekarang|klik di sini|klik disini|kunjungi|hubungi kami|ikuti kami
    harga terbaik|harga termurah|setengah harga|diskon*|promo|obral|kode promo|stok tersedia|terlaris|gratis`,
  ],
]);

/** Scripts without spaces, where a phrase is sought anywhere. */
const spaceless =
  'ส่งฟรี|จัดส่งฟรี|ซื้อเลย|ซื้อตอนนี้|สั่งเลย|สั่งซื้อ|คลิก|กดที่นี่|ลดราคา|ส่วนลด|โปรโมชั่น|ราคาพิเศษ|ราคาดีที่สุด|พร้อมส่ง|ขายดี|ติดต่อเรา|โทรเลย|แถมฟรี' +
  '|包邮|免运费|免费送货|立即购买|马上购买|点击这里|点击此处|点击购买|下单|加入购物车|优惠|打折|折扣|特价|促销|最低价|现货|热卖|热销|联系我们|关注我们|免費|免運' +
  '|立即購買|點擊|優惠|折扣|特價|促銷|現貨|送料無料|今すぐ購入|今すぐ買|クリック|ご注文|お問い合わせ|セール中|割引|激安|最安値|在庫あり|特別価格|キャンペーン' +
  '|무료배송|무료 배송|지금 구매|바로 구매|클릭|주문하세요|구매하세요|할인|특가|최저가|세일|재고 있음|베스트셀러';

const percentOff =
  /\d\s?%\s?(?:off|rabatt|rabat|de descuento|de reduction|di sconto|de desconto|korting|znizki|slev[ay]|indirim|скидк[аи])|(?:^|\s)-\s?\d{1,2}\s?%/;
/** `2 for 1` is an offer, `2 in 1` a thing; orders end so in English. */
const atEnd = /\d ?for ?(?:the price of ?)?1$| (?:now|today)$/;
const spacelessPattern = new RegExp(spaceless.split('|').map(fold).join('|'), 'u');
const beyondThai = /[\u0e00-\uffff]/;

/** Bokmål and nynorsk have one list. */
const aliases = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
]);

/** An expression, and the word of it that tells most: its longest one. */
interface Expression {
  readonly pattern: RegExp;
  readonly word: string;
  /** Any word that begins so will do. */
  readonly isBeginning: boolean;
}

/** Expressions of a language by the beginning of the word that tells most, so that hardly any phrase meets one. */
type Expressions = ReadonlyMap<string, readonly Expression[]>;

/** By locale, English among them. Locales of a deployment are few; a strange one must not fill memory. */
const expressionsByLocale = new Map<string, Expressions>();
const localesMax = 64;
const beginningLength = 4;

function expressionsOf(locale: string): Expressions {
  const known = expressionsByLocale.get(locale);
  if (known !== undefined) return known;
  const language = languageOf(locale);
  const made = new Map<string, Expression[]>();
  for (const name of new Set([
    'en',
    language === 'en' ? englishStores : (aliases.get(language) ?? language),
  ])) {
    for (const text of (byLanguage.get(name) ?? '').split(/[|\n]/).map(fold)) {
      const expression = readExpression(text);
      if (expression === null) continue;
      const beginning = expression.word.slice(0, beginningLength);
      made.set(beginning, [...(made.get(beginning) ?? []), expression]);
    }
  }
  if (expressionsByLocale.size === localesMax) expressionsByLocale.clear();
  expressionsByLocale.set(locale, made);
  return made;
}

/** Null where the text has no word. */
function readExpression(text: string): Expression | null {
  const words = scanWords(text).map((word) => word.text);
  const [longest] = words.toSorted((left, right) => right.length - left.length);
  if (longest === undefined) return null;
  const letters = text.replace('*', '[\\p{L}\\p{M}]*');
  return {
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{M}\\p{N}])`, 'u'),
    word: longest,
    isBeginning: text.endsWith(`${longest}*`),
  };
}

/** Those of which the word may be a part. */
function expressionsWith(word: string, expressions: Expressions): readonly Expression[] {
  const found = expressions.get(word.slice(0, beginningLength)) ?? [];
  return found.filter(
    ({ word: telling, isBeginning }) => word === telling || (isBeginning && word.startsWith(telling)),
  );
}

/** Whether an offer or order of {@link promotionIn} may hold the folded word: each holds one for which this is so. */
export function mayTellPromotion(word: string, locale: string): boolean {
  return expressionsWith(word, expressionsOf(locale)).length > 0;
}

/**
 * The offer or order that a folded phrase of these words holds, in English or the language of a BCP 47 locale, or null.
 */
export function promotionIn(foldedPhrase: string, words: readonly string[], locale: string): string | null {
  const expressions = expressionsOf(locale);
  // What stands in shops, not what they say.
  const phrase = foldedPhrase.replace('point of sale', 'till');
  for (const word of words) {
    for (const { pattern } of expressionsWith(word, expressions)) {
      const found = pattern.exec(phrase);
      if (found !== null) return found[0];
    }
  }
  const elsewhere = beyondThai.test(foldedPhrase) ? spacelessPattern.exec(foldedPhrase) : null;
  const percent = foldedPhrase.includes('%') ? percentOff.exec(foldedPhrase) : null;
  return (elsewhere ?? percent ?? atEnd.exec(foldedPhrase))?.[0].trim() ?? null;
}
