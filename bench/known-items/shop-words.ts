/**
 * Words that a person wrote down for known-item tasks: what things are called, where the categories of a catalog name no things, and
 * what is said of them. They are a reader's, not the engine's: nothing of how Foretype learns types or traits has a part in them. A
 * language that is not listed has the words of English. Words are in lower case; nothing checks them but the tasks that come of them.
 */
// Tests: test/bench/known-items.test.ts.

/** The listed words of a language. */
export interface ShopWords {
  /** Things with their forms, the one that is typed first; null where leaves of categories name the things. */
  readonly things: readonly (readonly string[])[] | null;
  /** Colours and materials as titles write them. */
  readonly traits: readonly string[];
  /** Whether the thing is named first: in the query, and in the title of that thing among several. */
  readonly isThingFirst: boolean;
  /** Whether words stand without spaces between them. */
  readonly isWrittenTogether: boolean;
}

const words = (text: string): string[] => text.trim().split(/\s+/);
const lines = (text: string): string[][] => text.trim().split('\n').map(words);

const english: ShopWords = {
  things: null,
  traits:
    words(`black white red blue green yellow orange pink purple gray grey brown silver gold beige navy teal clear
    rose cream turquoise leather silicone plastic glass metal wood wooden aluminum aluminium steel cotton wool fleece
    nylon polyester linen bamboo ceramic`),
  isThingFirst: false,
  isWrittenTogether: false,
};

/** Nouns of households and workshops with the endings that titles give them: of the thing itself, and of its kind. */
const turkish: ShopWords = {
  things: lines(`
    poşet poşeti poşetler poşetleri
    torba torbası
    kap kabı kapları
    kutu kutusu kutuları
    fırça fırçası
    sünger süngeri
    bıçak bıçağı bıçakları
    bardak bardağı bardaklar bardakları
    tepsi tepsisi
    makas makası
    tabanlık tabanlığı
    ampul ampulü
    lamba lambası
    fener feneri
    kilit kilidi kilitleri
    tasma tasması
    top topu toplar topları
    oyuncak oyuncağı
    branda brandası
    termos termosu
    musluk musluğu
    kapak kapağı kapakları
    bez bezi
    tahta tahtası
    merdane merdanesi
    elek eleği
    havan havanı
    kaşık kaşığı kaşıkları
    sprey spreyi
    vitamin vitamini multivitamin
    damla damlası
    şampuan şampuanı
    mama maması
    kafes kafesi
    törpü törpüsü
    maske maskesi
    bant bandı
    şemsiye şemsiyesi
    düzenleyici düzenleyicisi
    organizer organizeri
    koruyucu koruyucusu
    tutucu tutucusu
    askı askısı
    raf rafı
    sepet sepeti
    kova kovası
    bidon bidonu
    süzgeç süzgeci
    rende rendesi
    soyacak soyacağı
    açacak açacağı
    kalem kalemi
    tornavida tornavidası
    pense pensesi
    matkap matkabı
    kemik kemiği
    paspas paspası
    perde perdesi
    halı halısı
    yastık yastığı
    kılıf kılıfı
    ayna aynası
    tarak tarağı
    küllük küllüğü
    abajur abajuru
    balon balonu balonlar
    mum mumu
    terlik terliği
    çorap çorabı
    eldiven eldiveni
    ped pedi
    film filmi
    sebil sebili
    çubuk çubuğu çubukları
    priz prizi
    kablo kablosu
    pil pili
  `),
  traits:
    words(`siyah beyaz kırmızı mavi yeşil sarı turuncu pembe mor gri kahverengi krem şeffaf antrasit renkli silikon
    plastik ahşap bambu çelik paslanmaz metal cam seramik kağıt deri polyester mikrofiber kauçuk beton peluş
    ışıklı`),
  isThingFirst: false,
  isWrittenTogether: false,
};

/** Nouns of building and household goods. */
const thai: ShopWords = {
  things: lines(`
    สายไฟ
    สายน้ำดี
    สายฉีดชำระ
    สายฝักบัว
    สายพาน
    สายยาง
    สายชักโครก
    สายต่อขยาย
    โคมไฟ
    ไฟสนาม
    ไฟผนัง
    ไฟตั้งพื้น
    ดาวน์ไลท์
    หลอดไฟ
    สปอตไลท์
    เต้ารับ
    ปลั๊กไฟ
    สวิตช์
    พัดลม
    สว่าน
    ดอกสว่าน
    ไขควง
    คีม
    ประแจ
    ค้อน
    เลื่อย
    ตะปู
    สกรู
    กระดาษทราย
    เทป
    กาว
    ปูน
    กระเบื้อง
    โมเสค
    ก๊อก
    ฝักบัว
    อ่างล้างหน้า
    อ่างล้างจาน
    สุขภัณฑ์
    ชักโครก
    ท่อ
    ข้อต่อ
    ข้อโค้ง
    วาล์ว
    ปั๊มน้ำ
    ถังน้ำ
    สีน้ำมัน
    สีน้ำ
    สีสเปรย์
    สีรองพื้น
    ทินเนอร์
    แปรงทาสี
    ลูกกลิ้ง
    ประตู
    ลูกบิด
    มือจับ
    บานพับ
    กุญแจ
    กลอน
    หน้าต่าง
    ม่าน
    มู่ลี่
    พรม
    หมอน
    ที่นอน
    ผ้าปูที่นอน
    ผ้าห่ม
    ตู้
    เก้าอี้
    โต๊ะ
    ชั้นวาง
    เตียง
    โซฟา
    หม้อหุงข้าว
    กระทะ
    หม้อ
    เตาแก๊ส
    เตาอบ
    ไมโครเวฟ
    กระติกน้ำร้อน
    เครื่องดูดฝุ่น
    เครื่องดูดควัน
    เครื่องซักผ้า
    เครื่องปั่น
    เครื่องผสมอาหาร
    เครื่องฉีดน้ำ
    เครื่องเจียร
    เครื่องเชื่อม
    เครื่องชาร์จ
    เครื่องเป่าลม
    เครื่องทำน้ำอุ่น
    เตารีด
    ตู้เย็น
    แบตเตอรี่
    ถ่าน
    บันได
    รถเข็น
    รอก
    ถังขยะ
    ไม้กวาด
    ไม้ถูพื้น
    รองเท้า
    ถุงมือ
    หมวก
    แว่นตา
    กระดาษชำระ
    กล่อง
    ตะกร้า
  `),
  traits: words(`สีขาว สีดำ สีเทา สีแดง สีเขียว สีฟ้า สีน้ำเงิน สีเหลือง สีน้ำตาล สีชมพู สีส้ม สีเงิน สีทอง สีครีม
    สเตนเลส สแตนเลส ทองเหลือง อลูมิเนียม พลาสติก เซรามิค ไร้สาย`),
  isThingFirst: true,
  isWrittenTogether: true,
};

const byLanguage: ReadonlyMap<string, ShopWords> = new Map([
  ['tr', turkish],
  ['th', thai],
]);

/** The words of a locale's language; those of English, whose things are named by categories, where there are no others. */
export function shopWordsOf(locale: string): ShopWords {
  return byLanguage.get(new Intl.Locale(locale).language) ?? english;
}
