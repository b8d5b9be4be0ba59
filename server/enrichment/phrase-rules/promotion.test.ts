import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleOf } from '../../../test/support/checked-phrases.ts';
import { promotionIn } from './promotion.ts';

const lamp = {
  title: 'Lamp lampe lámpara lampada lamba лампа lampa lamp โคมไฟ 台灯 ランプ 램프',
  brand: null,
  category: 'Lamps',
};

/** Offers and orders by locale; each shares its word with the product. */
const promotions: readonly (readonly [locale: string, phrases: readonly string[]])[] = [
  [
    'en',
    [
      ...[
        'cheap lamp free shipping',
        'click here lamp',
        'buy now lamp',
        'buy lamp',
        'lamp best price',
        'order now lamp',
      ],
      ...[
        'lamp 50% off',
        'lamp discount code',
        'lamp 2 for 1',
        'lamp now',
        'visit our lamp store',
        'call now lamp',
      ],
      ...[
        'lamp in stock',
        'get yours lamp',
        "don't miss this lamp",
        'follow us lamp',
        'lamp on sale',
        'add to cart lamp',
      ],
    ],
  ],
  [
    'de',
    [
      'lampe kostenloser Versand',
      'jetzt kaufen lampe',
      'lampe rabatt',
      'lampe hier klicken',
      'lampe free shipping',
    ],
  ],
  ['fr', ['lampe livraison gratuite', 'achetez lampe', 'cliquez ici lampe', 'lampe meilleur prix']],
  ['es', ['lámpara envío gratis', 'compra ahora lámpara', 'lámpara descuento', 'haz clic lámpara']],
  ['it', ['lampada spedizione gratuita', 'acquista lampada', 'lampada sconto', 'clicca lampada']],
  ['pt', ['lampada frete grátis', 'compre lampada', 'lampada promoção']],
  ['nl', ['lamp gratis verzending', 'koop nu lamp', 'lamp korting', 'klik hier lamp']],
  ['sv', ['lampa fri frakt', 'köp nu lampa', 'lampa rabatt']],
  ['da', ['lampe gratis levering', 'køb nu lampe', 'lampe tilbud']],
  ['nb', ['lampe gratis frakt', 'kjøp nå lampe', 'lampe rabatt']],
  ['fi', ['lampa ilmainen toimitus', 'osta nyt lampa', 'lampa tarjous']],
  ['pl', ['lampa darmowa dostawa', 'kup teraz lampa', 'lampa promocja', 'kliknij lampa']],
  ['cs', ['lampa doprava zdarma', 'kupte lampa', 'lampa sleva']],
  ['sk', ['lampa doprava zadarmo', 'kúpte lampa', 'lampa zľava']],
  ['hu', ['lampa ingyenes szállítás', 'rendeld meg lampa', 'lampa akciós ár']],
  ['ro', ['lampa transport gratuit', 'cumpără acum lampa', 'lampa reducere']],
  ['tr', ['lamba ücretsiz kargo', 'hemen al lamba', 'lamba indirim', 'lamba için tıklayın']],
  ['ru', ['лампа бесплатная доставка', 'купить лампа', 'лампа скидка', 'нажмите лампа']],
  ['uk', ['лампа безкоштовна доставка', 'купити лампа', 'лампа знижка']],
  ['vi', ['lamp miễn phí vận chuyển', 'mua ngay lamp']],
  ['id', ['lamp gratis ongkir', 'beli sekarang lamp']],
  ['th', ['โคมไฟส่งฟรี', 'โคมไฟลดราคา', 'คลิกโคมไฟ']],
  ['zh', ['台灯包邮', '立即购买台灯', '台灯特价']],
  ['ja', ['ランプ送料無料', 'ランプ激安', '今すぐ購入ランプ']],
  ['ko', ['램프 무료배송', '램프 할인']],
];

test('offers and calls to buy are dropped in every language', () => {
  for (const [locale, phrases] of promotions) {
    for (const phrase of phrases)
      assert.equal(ruleOf(phrase, { locale, product: lamp }), 'promotion', `${locale} ${phrase}`);
  }
  for (const [locale, phrase] of [
    ['el', 'δωρεάν αποστολή'],
    ['ar', 'شحن مجاني'],
    ['he', 'משלוח חינם'],
  ] as const) {
    assert.equal(ruleOf(`lamp ${phrase}`, { locale, product: lamp }), 'promotion', phrase);
  }
});

test('shop words that shoppers type are no promotion', () => {
  const plain = [
    ...[
      'cheap lamp',
      'point of sale lamp',
      'sugar free lamp',
      'hands free lamp',
      'new lamp',
      'gift lamp',
      'order book lamp',
    ],
    ...[
      'shop lamp',
      'lamp 2 in 1',
      'lamp stock',
      'noise reduction lamp',
      'lamp for shop',
      'lamp 100% cotton',
      'freestanding lamp',
    ],
  ];
  for (const phrase of plain) assert.equal(ruleOf(phrase, { product: lamp }), 'kept', phrase);
  assert.equal(ruleOf('lampe günstig', { locale: 'de', product: lamp }), 'kept');
  assert.equal(ruleOf('casque réduction de bruit', { locale: 'fr', product: { title: 'Casque' } }), 'kept');
});

test('a single offer word may be the product, an offer never', () => {
  const coupons = { product: { title: 'Discount Coupons Book, free shipping' } };
  assert.equal(ruleOf('discount coupons', coupons), 'kept');
  assert.equal(ruleOf('coupons free shipping', coupons), 'promotion');
});

test('offers are sought in the store’s language and English only', () => {
  assert.equal(promotionIn('lampe rabatt', ['lampe', 'rabatt'], 'fr'), null);
  assert.equal(promotionIn('lampe rabatt', ['lampe', 'rabatt'], 'de'), 'rabatt');
});
