/**
 * Lists the names that shops in several languages give to the fields of a product, and compares them with a column's. A name is
 * evidence, never a mapping by itself (guess-columns.ts). Pure; the name of a field itself is not in the list, since it maps without
 * help. A name is compared without accents, case, blanks, currencies and the word for a product; longer than 60 characters it is none.
 */
// Tests: ./guess-columns.test.ts.
import { normalForm } from '../contract/normal-form.ts';
import { type StandardField, standardFields } from '../contract/words/product.ts';

/** Names by field, the surest first. English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Turkish, Thai, Japanese. */
const names: Readonly<Record<StandardField, string>> = {
  external_id:
    'id productid articleid itemid uniqueid productnumber productno itemnumber itemno articlenumber articleno productcode itemcode ' +
    'articlecode sku code ref reference handle artikelnummer artikelnr artnr artikelid produktnummer produktnr produktid bestellnummer ' +
    'référence réf refproduit idproduit codeproduit codearticle referencia codigo códigodeproducto idproducto idarticulo codice ' +
    'codicearticolo codiceprodotto códigodoproduto artikelcode productnummer kodproduktu indeks kódproduktu kodzbozi číslozboží ürünkodu ' +
    'stokkodu urunid ürünid ürünno kod รหัส รหัสสินค้า เลขที่สินค้า 商品番号 商品コード 商品id',
  title:
    'title name product produkt producto produit prodotto ürün สินค้า producttitle productname itemname itemtitle articlename displayname label heading titel bezeichnung artikelbezeichnung ' +
    'artikelname produktname produktbezeichnung produkttitel titre nom nomproduit nomduproduit désignation libellé intitulé título nombre ' +
    'nombreproducto nombredelproducto denominacion titolo nome nomeprodotto nomedoproduto denominazione naam productnaam omschrijvingkort ' +
    'nazwa nazwaproduktu název názevproduktu nazevzbozi ad adı isim başlık ürünadı ürünismi ürünbaşlığı ชื่อ ชื่อสินค้า 商品名 名前 タイトル',
  price:
    'price currentprice sellingprice salesprice unitprice retailprice finalprice preis verkaufspreis vkpreis vk endpreis ' +
    'bruttopreis einzelpreis betrag prix prixttc prixdevente prixunitaire tarif precio preciodeventa precioventa pvp importe prezzo ' +
    'prezzodivendita preço preco preçodevenda prijs verkoopprijs cena cenabrutto cenasdph prodejnícena fiyat fiyatı satışfiyatı ' +
    'birimfiyat ราคา ราคาขาย 価格 販売価格 値段 saleprice regularprice',
  url:
    'url link producturl productlink producturi pageurl deeplink weblink webaddress permalink href website page adresse webadresse ' +
    'produktlink produkturl artikellink lien lienproduit urlproduit enlace enlaceproducto urlproducto indirizzo linkprodotto linkproduto ' +
    'odkaz adres adresurl bağlantı ürünlinki ürünurl ürünadresi ลิงก์ ลิงค์ ลิงก์สินค้า 商品url リンク',
  category:
    'category categories categoryname categorypath producttype type productcategory department section group kategorie warengruppe ' +
    'produktgruppe artikelgruppe rubrik sortiment catégorie categorie rayon famille categoría categoria departamento familia reparto tipo ' +
    'tipologia kategoria kategorieproduktu kategori kategoriadı ürünkategorisi หมวดหมู่ หมวด ประเภท カテゴリ カテゴリー 分類',
  image_url:
    'imageurl image imagelink mainimage picture pictureurl photo photourl thumbnail thumbnailurl img imgurl imagesrc imageaddress bild ' +
    'bildurl bildlink hauptbild produktbild foto fotourl urlimage lienimage imageproduit imagen imagenurl urlimagen imagenprincipal ' +
    'immagine urlimmagine imagem urlimagem afbeelding afbeeldingurl zdjęcie obraz obrázek obrazek resim resimurl resimlinki görsel ' +
    'görselurl fotoğraf รูป รูปภาพ ลิงก์รูปภาพ รูปสินค้า 画像 画像url 商品画像',
  in_stock:
    'instock stock availability available isinstock stockstatus availabilitystatus inventory verfügbar verfügbarkeit lieferbar ' +
    'lagerstatus auflager lager lagerbestand bestand disponibilité disponible enstock disponibilidad existencias disponibilità ' +
    'disponibile giacenza disponível estoque emestoque voorraad opvoorraad beschikbaarheid dostępność dostepny stan dostupnost skladem ' +
    'sklad stok stokdurumu stokta stoktavar มีสินค้า สถานะสินค้า สต็อก สต๊อก สินค้าคงเหลือ คงเหลือ 在庫 在庫状況 ' +
    'quantity qty stocklevel stockqty inventoryquantity inventoryqty onhand unitsinstock lagermenge quantité quantitéenstock cantidad ' +
    'quantità quantidade aantal ilość množství stokadedi stokmiktarı จำนวน จำนวนสินค้า 在庫数',
  attributes:
    'attribute specs specifications features properties eigenschaften merkmale attribut attribute caractéristiques características ' +
    'caratteristiche eigenschappen cechy parametry özellikler คุณสมบัติ 属性',
  description:
    'description longdescription shortdescription desc details body summary text beschreibung produktbeschreibung artikelbeschreibung ' +
    'langtext kurztext descriptif descripción descrizione descrição omschrijving beschrijving opis popis açıklama ürünaçıklaması ' +
    'รายละเอียด คำอธิบาย 説明 商品説明',
  brand:
    'brand brandname manufacturer vendor maker producer marke hersteller markenname marque fabricant marca fabricante produttore merk ' +
    'fabrikant marka producent výrobce značka üretici ยี่ห้อ แบรนด์ ブランド メーカー',
  author: 'author authors writer autor verfasser auteur autore auteurs yazar ผู้แต่ง ผู้เขียน 著者',
  isbn: 'isbn isbn10 isbn13',
  gtin: 'gtin gtin8 gtin12 gtin13 gtin14 barcode upc barcodes barkod codebarres códigodebarras codiceabarre streepjescode บาร์โค้ด jan',
  ean: 'ean ean8 ean13 eancode',
  sku: 'sku variantsku stockkeepingunit',
  mpn: 'mpn manufacturerpartnumber partnumber partno herstellernummer modelnumber teilenummer',
  item_group_id:
    'itemgroupid groupid itemgroup variantgroup variantgroupid parentid parentsku parentcode parentproductid masterid mastersku masterproductid ' +
    'modelgroup configurablesku stylecode variantengruppe gruppenid elternartikel vaterartikel vaterartikelnr iddegroupe idgrupo idgruppo groepid',
  compare_at_price:
    'compareatprice compareprice listprice oldprice originalprice wasprice msrp rrp strikeprice pricebefore fullprice regularprice uvp ' +
    'streichpreis altpreis alterpreis listenpreis vorherpreis statt prixbarré ancienprix prixconseillé precioanterior preciotachado ' +
    'preciooriginal prezzopieno prezzolistino preçooriginal preçode adviesprijs vanprijs staracena původnícena eskifiyat listefiyatı ' +
    'piyasafiyatı ราคาเต็ม ราคาปกติ 定価',
  currency:
    'currency currencycode pricecurrency währung devise moneda divisa valuta moeda waluta měna parabirimi dövizcinsi สกุลเงิน 通貨',
  stock_quantity:
    'stockquantity quantity qty stocklevel stockqty inventoryquantity inventoryqty onhand unitsinstock stock inventory bestand ' +
    'lagerbestand menge lagermenge anzahl quantité qté quantitéenstock cantidad existencias quantità giacenza quantidade estoque aantal ' +
    'voorraad ilość stan množství adet miktar stok stokadedi stokmiktarı จำนวน จำนวนสินค้า คงเหลือ สต็อก 数量 在庫数 ' +
    'availablequantity quantityavailable quantityinstock stockonhand currentstock stockcount totalstock mengeauflager verfügbaremenge ' +
    'bestandsmenge aktuellerbestand warenbestand stückzahl stockdisponible stockactuel quantitédisponible nombreenstock stockactual ' +
    'cantidadenstock cantidaddisponible unidades unidadesenstock quantitàdisponibile quantidadeemestoque aantalopvoorraad ' +
    'stanmagazynowy liczbasztuk početkusů skladovámnožství สินค้าคงเหลือ จำนวนคงเหลือ 在庫数量',
  images:
    'images additionalimages imageurls moreimages gallery pictures photos additionalimagelink galleryimages bilder weiterebilder galerie ' +
    'photossupplémentaires imágenes galería immagini imagens afbeeldingen zdjęcia obrázky resimler görseller รูปภาพเพิ่มเติม ' +
    'รูปเพิ่มเติม 追加画像',
};

/** Words in a name that do not change what it names: currencies, taxes, languages, and what a shop calls a product. */
const fillers = new Set(
  (
    'eur euro usd gbp chf try tl thb baht jpy pln czk sek nok dkk cad aud € $ £ ₺ ฿ in incl inkl excl exkl vat tax mwst ust ttc ht iva ' +
    'kdv gross brutto net netto en de fr es it pt nl pl cs tr th ja product item article artikel produkt produit producto prodotto produto ' +
    'urun the of der des du del my shop store'
  ).split(' '),
);

const longestName = 60;

/** How a field is named: the place of the name in its field's list, 0 for the surest. */
export interface NamedField {
  readonly field: StandardField;
  readonly place: number;
}

/** The fields that a column's name may mean, each once; none for a name that says nothing. */
export function fieldsNamed(name: string): readonly NamedField[] {
  if (name.length > longestName) return [];
  const words = wordsOf(name);
  const whole = byName.get(words.join(''));
  if (whole !== undefined) return whole;
  const core = words.filter((word) => !fillers.has(word));
  return core.length === 0 ? [] : (byName.get(core.join('')) ?? []);
}

/** The name's words, folded: `ProductName`, `product_name` and `Product Name` are the same two. */
function wordsOf(name: string): readonly string[] {
  const split = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
  return fold(split)
    .split(/[^\p{L}\p{M}\p{N}€$£₺฿]+/u)
    .filter((word) => word !== '');
}

/** Without case and accents; marks that are letters, as in Thai, stay. */
function fold(text: string): string {
  const bare = normalForm(text.toLowerCase(), 'NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ı', 'i')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l');
  return normalForm(bare, 'NFC');
}

const byName = new Map<string, NamedField[]>();
for (const field of standardFields) {
  const places = [...new Set(names[field].split(' ').map(fold))].entries();
  for (const [place, name] of places) byName.set(name, [...(byName.get(name) ?? []), { field, place }]);
}
