/** Other names that shoppers of Dutch have for things: a line names one thing, the usual name first. */
export const dutchHeads = `
koptelefoon, hoofdtelefoon, headset
oordopjes, oortjes, earbuds
processor, cpu
moederbord, motherboard
geheugen, ram, werkgeheugen
geheugenkaart, sd kaart
inktcartridge, cartridge, printerinkt, inktpatroon
toner, tonercartridge
laserprinter, printer
inkjetprinter, printer
monitor, beeldscherm, scherm
televisie, tv
toetsenbord, keyboard
muis, computermuis
muismat, mousepad
laptop, notebook
laptoptas, notebooktas, laptophoes
oplader, lader, adapter
powerbank, externe accu
accu, batterij
stekkerdoos, verlengsnoer
netwerkkabel, ethernetkabel, internetkabel, utp kabel
router, wifi router
harde schijf, hdd, externe harde schijf
usb stick, geheugenstick
videokaart, grafische kaart, gpu
smartphone, mobiele telefoon, mobiel
telefoonhoesje, hoesje, telefoonhoes
screenprotector, schermbeschermer
tablet, tablet pc
camera, fototoestel
luidspreker, speaker, box
afstandsbediening, remote
spelcomputer, console
horloge, polshorloge
t-shirt, shirt
overhemd, hemd, blouse
jurk, jurkje
rok, rokje
broek, pantalon
spijkerbroek, jeans
trui, sweater, pullover
hoodie, capuchontrui
vest, cardigan
jas, jack, mantel
ondergoed, onderbroek, slip
beha, bh
sokken, kousen
pyjama, nachtkleding
badpak, zwempak
muts, beanie
pet, cap
sjaal, das
handschoenen, vingerhandschoenen
riem, broekriem
sneakers, sportschoenen, gympen
schoenen, schoeisel
laarzen, boots
sandalen, zomerschoenen
pantoffels, sloffen
handtas, tas, schoudertas
rugzak, rugtas, schooltas
portemonnee, portefeuille
koffer, trolley, reiskoffer
paraplu, regenscherm
zonnebril, bril
ketting, halsketting
oorbellen, oorknopjes
armband, polsband
bank, sofa, zitbank
stoel, zetel
bureaustoel, kantoorstoel
fauteuil, leunstoel
eettafel, tafel
bureau, schrijftafel
salontafel, bijzettafel
bed, bedframe
matras, bedmatras
kledingkast, garderobekast
boekenkast, kast, wandrek
spiegel, wandspiegel
vloerkleed, tapijt, kleed
gordijn, vitrage
kussen, sierkussen
deken, plaid
dekbed, donsdeken
dekbedovertrek, beddengoed
handdoek, badlaken
lamp, verlichting
plafondlamp, plafonnière
gloeilamp, lichtbron, led lamp
zaklamp, zaklantaarn
kaars, geurkaars
vaas, bloemenvaas
klok, wandklok
fotolijst, fotokader
opbergbox, opbergdoos
wasmand, wasbox
strijkijzer, stoomstrijkijzer
stofzuiger, steelstofzuiger
ventilator, fan
kachel, verwarming
wasmachine, wasautomaat
vaatwasser, afwasmachine
koelkast, ijskast
oven, fornuis
magnetron, microgolfoven
waterkoker, theekoker
koffiezetapparaat, koffiemachine
broodrooster, toaster
blender, mixer
airfryer, heteluchtfriteuse, friteuse
koekenpan, pan, braadpan
kookpan, pot
mes, keukenmes
snijplank, broodplank
mok, beker, kop
glas, drinkglas
bord, dinerbord
kom, schaal
bestek, eetgerei
drinkfles, waterfles
broodtrommel, lunchbox
bakvorm, cakevorm
grasmaaier, maaier
heggenschaar, snoeischaar
tuinslang, waterslang
bloempot, plantenpot
tuinstoel, terrasstoel
barbecue, bbq, grill
tent, kampeertent
slaapzak, kampeerslaapzak
boormachine, schroefmachine, boor
schroevendraaier, schroefdraaier
ladder, trap
pop, speelpop
puzzel, legpuzzel
bordspel, gezelschapsspel
knuffel, knuffeldier
lippenstift, lipstick
parfum, eau de toilette
shampoo, haarshampoo
gezichtscrème, dagcrème
douchegel, badschuim
tandenborstel, elektrische tandenborstel
scheerapparaat, scheermes
haardroger, föhn
nagellak, nagelverf
fiets, rijwiel
fietshelm, helm
halter, dumbbell, gewichten
yogamat, fitnessmat
pen, balpen
potlood, tekenpotlood
ordner, ringband, map
perforator, gaatjesmaker
rekenmachine, zakrekenmachine
kopieerpapier, printpapier
plakband, tape
koffiebonen, koffie
thee, theezakjes
chocolade, chocoladereep
koekjes, biscuits
hondenvoer, hondenbrokken
kattenvoer, kattenbrokken
hondenmand, hondenbed
kattenbakvulling, kattengrit
hondenriem, riem hond
krabpaal, krabmeubel
luiers, pampers
kinderwagen, buggy
autostoel, kinderzitje
zuigfles, babyfles
band, autoband
`;
