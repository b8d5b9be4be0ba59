/** Other names that shoppers of Turkish have for things: a line names one thing, the usual name first. */
export const turkishHeads = `
kulaklık, kulaklıklar
kulak içi kulaklık, kulaklık
işlemci, cpu
anakart, motherboard
bellek, ram, hafıza
hafıza kartı, sd kart
kartuş, yazıcı kartuşu, mürekkep
toner, yazıcı toneri
yazıcı, printer
lazer yazıcı, yazıcı
monitör, ekran
televizyon, tv
klavye, bilgisayar klavyesi
fare, mouse, bilgisayar faresi
dizüstü bilgisayar, laptop, notebook
şarj aleti, şarj cihazı, adaptör
powerbank, taşınabilir şarj
pil, batarya
uzatma kablosu, priz çoklayıcı
ağ kablosu, ethernet kablosu
sabit disk, harddisk
usb bellek, flash bellek
ekran kartı, grafik kartı
akıllı telefon, cep telefonu
telefon kılıfı, kapak
tablet, tablet bilgisayar
fotoğraf makinesi, kamera
hoparlör, ses sistemi
kumanda, uzaktan kumanda
oyun konsolu, konsol
saat, kol saati
tişört, t-shirt
gömlek, bluz
elbise, abiye
etek, etekler
kumaş pantolon, pantolon
kot pantolon, jean
sweatshirt, kapüşonlu
kazak, süveter, triko
ceket, mont
kaban, palto
iç çamaşırı, külot
sütyen, bra
çorap, soket çorap
pijama, gecelik
mayo, yüzme kıyafeti
bere, kışlık bere
atkı, şal, fular
eldiven, kışlık eldiven
kemer, bel kemeri
spor ayakkabı, sneaker
ayakkabı, pabuç
bot, çizme
sandalet, yazlık ayakkabı
el çantası, çanta, omuz çantası
sırt çantası, okul çantası
cüzdan, kartlık
valiz, bavul
şemsiye, yağmur şemsiyesi
güneş gözlüğü, gözlük
kolye, zincir
küpe, küpeler
bileklik, bilezik
yüzük, alyans
kanepe, koltuk, çekyat
sandalye, iskemle
ofis koltuğu, çalışma koltuğu
masa, yemek masası
çalışma masası, bilgisayar masası
sehpa, zigon sehpa
yatak, şilte
gardırop, dolap
kitaplık, raf
ayna, boy aynası
halı, kilim
perde, tül
yastık, kırlent
battaniye, örtü
nevresim, yorgan kılıfı
havlu, banyo havlusu
lamba, aydınlatma
avize, tavan lambası
ampul, led ampul
el feneri, fener
mum, kokulu mum
vazo, çiçek vazosu
fotoğraf çerçevesi, çerçeve
düzenleyici, organizer
saklama kutusu, kutu
saklama kabı, erzak kabı, kap
ütü, buharlı ütü
elektrikli süpürge, süpürge
vantilatör, fan
ısıtıcı, soba
çamaşır makinesi, çamaşır makinası
bulaşık makinesi, bulaşık makinası
buzdolabı, soğutucu
fırın, ocak
mikrodalga, mikrodalga fırın
su ısıtıcı, kettle
kahve makinesi, kahve makinası
tost makinesi, ekmek kızartma makinesi
blender, mikser
fritöz, airfryer
tava, sahan
tencere, kap
bıçak, mutfak bıçağı
kesme tahtası, doğrama tahtası
kupa, bardak, fincan
bardak, su bardağı
tabak, servis tabağı
kase, çanak
çatal bıçak takımı, çatal kaşık
matara, suluk, su şişesi
beslenme kabı, sefer tası
kek kalıbı, kalıp
buz kalıbı, buzluk
çim biçme makinesi, çim makinesi
hortum, bahçe hortumu
saksı, çiçek saksısı
bahçe sandalyesi, balkon sandalyesi
mangal, barbekü
çadır, kamp çadırı
uyku tulumu, kamp tulumu
matkap, vidalama
tornavida, tornavida seti
merdiven, basamak
oyuncak bebek, bebek
yapboz, puzzle
kutu oyunu, masa oyunu
peluş, peluş oyuncak
kedi oyuncağı, kedi oyunu
köpek oyuncağı, oyuncak
ruj, dudak boyası
parfüm, koku
şampuan, saç şampuanı
yüz kremi, nemlendirici
duş jeli, sabun
diş fırçası, diş temizleyici
tıraş makinesi, tıraş bıçağı
saç kurutma makinesi, fön makinesi
oje, tırnak cilası
dağ bisikleti, bisiklet
dambıl, ağırlık
yoga matı, pilates minderi
tükenmez kalem, kalem
kurşun kalem, kalem
klasör, dosya
delgeç, zımba
hesap makinesi, hesap makinası
fotokopi kağıdı, a4 kağıt
bant, koli bandı
kahve, türk kahvesi
çay, poşet çay
çikolata, tablet çikolata
bisküvi, kurabiye
köpek maması, köpek yemi
kedi maması, kedi yemi
kedi kumu, kum
köpek tasması, tasma
tırmalama tahtası, kedi ağacı
bebek bezi, çocuk bezi
bebek arabası, puset
oto koltuğu, çocuk koltuğu
biberon, emzik
lastik, oto lastiği
paspas, mop
nasır bandı, nasır pedi
`;
