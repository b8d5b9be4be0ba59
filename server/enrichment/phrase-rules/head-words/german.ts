/** Other names that shoppers of German have for things: a line names one thing, the usual name first. */
export const germanHeads = `
kopfhörer, headset
ohrhörer, in ear kopfhörer, kopfhörer
prozessor, cpu, computerprozessor
hauptplatine, mainboard, motherboard
arbeitsspeicher, ram, speicher, speichermodul
speicherkarte, sd karte
druckerpatrone, tintenpatrone, druckertinte, tinte
toner, tonerkartusche, tonerkassette
drucker, printer
laserdrucker, drucker
tintenstrahldrucker, tintendrucker
fotopapier, druckerpapier
monitor, bildschirm, display
fernseher, tv, fernsehgerät
tastatur, keyboard, pc tastatur
maus, computermaus, pc maus
mauspad, mausmatte
notebook, laptop
laptoptasche, notebooktasche
dockingstation, usb hub
adapter, konverter
ladegerät, netzteil, ladestecker
netzteil, ladegerät, stromversorgung
powerbank, mobiler akku, externer akku
akku, batterie, ersatzakku
steckdosenleiste, mehrfachsteckdose, verteiler
netzwerkkabel, lan kabel, patchkabel, ethernetkabel
stromkabel, netzkabel
ladekabel, usb kabel, datenkabel
verlängerungskabel, verlängerung
router, wlan router
festplatte, hdd, externe festplatte
usb stick, speicherstick
grafikkarte, gpu, videokarte
smartphone, handy, mobiltelefon
handyhülle, schutzhülle, handycase
displayschutz, panzerglas, schutzfolie
tablet, tablet pc
kamera, digitalkamera, fotoapparat
objektiv, kameraobjektiv
stativ, kamerastativ
lautsprecher, box, boxen
plattenspieler, schallplattenspieler
fernbedienung, remote
spielkonsole, konsole
armbanduhr, uhr
t-shirt, shirt, oberteil
hemd, oberhemd
bluse, damenbluse
kleid, damenkleid
damenrock, rock
jeans, jeanshose
kapuzenpullover, hoodie, kapuzenpulli
pullover, pulli, sweater
strickjacke, cardigan
jacke, mantel
weste, gilet
unterwäsche, slip, unterhose
socken, strümpfe
schlafanzug, pyjama
badeanzug, bademode
mütze, beanie
kappe, cap, basecap
schal, halstuch
handschuhe, fingerhandschuhe
gürtel, hosengürtel
turnschuhe, sneaker, sportschuhe
schuhe, halbschuhe
stiefel, boots
sandalen, sommerschuhe
hausschuhe, pantoffeln
handtasche, damentasche, umhängetasche
rucksack, schulrucksack
geldbörse, portemonnaie, geldbeutel
koffer, trolley, reisekoffer
regenschirm, schirm
halskette, kette
ohrringe, ohrschmuck
armband, armreif
sofa, couch
stuhl, sitzmöbel
bürostuhl, drehstuhl, schreibtischstuhl
sessel, polstersessel
esstisch, tisch
schreibtisch, computertisch, bürotisch
couchtisch, beistelltisch
bett, bettgestell
matratze, bettmatratze
kleiderschrank, schrank
regal, bücherregal
spiegel, wandspiegel
teppich, läufer
vorhang, gardine
kissen, zierkissen
decke, wolldecke, kuscheldecke
bettwäsche, bettbezug
handtuch, badetuch
lampe, leuchte
deckenlampe, deckenleuchte
glühbirne, leuchtmittel, birne
taschenlampe, handlampe
kerze, duftkerze
blumenvase, vase
wanduhr, uhr
bilderrahmen, fotorahmen
aufbewahrungsbox, box, kiste
wäschekorb, wäschesammler
bügeleisen, dampfbügeleisen
staubsauger, sauger
ventilator, lüfter
heizung, heizgerät, heizlüfter
waschmaschine, waschvollautomat
geschirrspüler, spülmaschine
kühlschrank, kühlgerät
backofen, ofen, herd
mikrowelle, mikrowellengerät
wasserkocher, teekocher
kaffeemaschine, kaffeeautomat
kaffeevollautomat, kaffeemaschine
mixer, standmixer
küchenmaschine, rührmaschine
heißluftfritteuse, airfryer, fritteuse
bratpfanne, pfanne
kochtopf, topf
messer, küchenmesser
schneidebrett, küchenbrett
tasse, becher, kaffeetasse
glas, trinkglas
teller, essteller
schüssel, schale
besteck, essbesteck
trinkflasche, wasserflasche
brotdose, lunchbox
backform, kuchenform
rasenmäher, mäher
heckenschere, gartenschere
gartenschlauch, wasserschlauch
blumentopf, pflanztopf, übertopf
gartenstuhl, terrassenstuhl
grill, bbq
zelt, campingzelt
bohrmaschine, akkuschrauber, bohrer
schraubenzieher, schraubendreher
leiter, trittleiter
puppe, spielpuppe
puzzle, legespiel
brettspiel, gesellschaftsspiel
kuscheltier, stofftier, plüschtier
lippenstift, lipstick
parfüm, duft
shampoo, haarshampoo
gesichtscreme, feuchtigkeitscreme
duschgel, duschbad
zahnbürste, handzahnbürste
rasierer, rasierapparat
haartrockner, föhn, fön
nagellack, nagelfarbe
fahrrad, rad, bike
fahrradhelm, radhelm
hantel, hanteln, gewicht
yogamatte, gymnastikmatte, fitnessmatte
kugelschreiber, kuli, stift
bleistift, stift
ordner, aktenordner
locher, bürolocher
taschenrechner, rechner
kopierpapier, druckerpapier
klebeband, klebestreifen
kaffeebohnen, kaffee
tee, teebeutel
schokolade, tafelschokolade
kekse, plätzchen, gebäck
hundefutter, hundenahrung
katzenfutter, katzennahrung
hundebett, hundekorb
katzenstreu, streu
hundeleine, leine
kratzbaum, katzenbaum
windeln, babywindeln
kinderwagen, buggy
kindersitz, autositz
reifen, autoreifen
`;
