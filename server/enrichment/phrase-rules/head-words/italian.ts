/** Other names that shoppers of Italian have for things: a line names one thing, the usual name first. */
export const italianHeads = `
cuffie, cuffiette
auricolari, cuffiette
processore, cpu
scheda madre, motherboard
memoria ram, ram, memoria
scheda di memoria, scheda sd
cartuccia, cartuccia inchiostro, inchiostro stampante
toner, cartuccia toner
stampante laser, stampante
monitor, schermo
televisore, tv, televisione
tastiera, tastiera pc
mouse, mouse pc
tappetino mouse, mousepad
portatile, notebook, laptop, computer portatile
borsa portatile, borsa notebook
caricabatterie, alimentatore, caricatore
powerbank, batteria esterna
batteria, pila, accumulatore
ciabatta elettrica, multipresa
cavo di rete, cavo ethernet, cavo lan
prolunga, cavo prolunga
disco rigido, hard disk, disco esterno
chiavetta usb, penna usb, pendrive
scheda video, scheda grafica, gpu
smartphone, cellulare, telefonino
custodia, cover
pellicola protettiva, vetro temperato
tablet, tavoletta
fotocamera, macchina fotografica
altoparlante, cassa, diffusore
telecomando, comando a distanza
console, console giochi
orologio, orologio da polso
maglietta, t-shirt
camicia, camicetta
vestito, abito
gonna, sottana
pantaloni, calzoni
jeans, denim
felpa, felpa con cappuccio, hoodie
maglione, pullover, maglia
giacca, giubbotto, giubbino
cappotto, soprabito
gilet, smanicato
intimo, mutande, biancheria intima
reggiseno, bra
calze, calzini
pigiama, abbigliamento notte
costume da bagno, costume, bikini
berretto, cappellino, cappello
sciarpa, foulard
guanti, guanti invernali
cintura, cinta
scarpe da ginnastica, sneakers, scarpe sportive
scarpe, calzature
stivali, stivaletti
sandali, infradito
pantofole, ciabatte
borsa, borsetta
zaino, zainetto, cartella
portafoglio, portamonete
valigia, trolley, bagaglio
ombrello, parapioggia
occhiali da sole, occhiali
collana, catenina
orecchini, orecchino
anello, fede
bracciale, braccialetto
divano, sofà
sedia, seggiola
sedia da ufficio, poltrona ufficio
poltrona, poltroncina
tavolo, tavolino
scrivania, tavolo da lavoro
letto, struttura letto
materasso, materassino
armadio, guardaroba
libreria, scaffale
specchio, specchiera
tappeto, tappetino
tenda, tendaggio
cuscino, guanciale
coperta, plaid
piumone, trapunta
lenzuola, biancheria letto
asciugamano, telo bagno
lampada, lume
lampadario, plafoniera
lampadina, lampada led
torcia, pila
candela, candela profumata
cornice, portafoto
contenitore, scatola, organizer
ferro da stiro, ferro a vapore
aspirapolvere, scopa elettrica
ventilatore, ventola
stufa, termosifone, riscaldatore
condizionatore, climatizzatore
lavatrice, macchina da lavare
lavastoviglie, lavapiatti
frigorifero, frigo
forno, forno da cucina
microonde, forno a microonde
bollitore, bollitore elettrico
macchina da caffè, macchina caffè, caffettiera
tostapane, tosta pane
frullatore, mixer, minipimer
robot da cucina, impastatrice
friggitrice ad aria, airfryer, friggitrice
padella, tegame
pentola, casseruola
coltello, coltello da cucina
tagliere, asse
tazza, mug
bicchiere, calice
piatto, stoviglie
ciotola, insalatiera
posate, posateria
borraccia, bottiglia
teglia, stampo
tagliaerba, rasaerba
tagliasiepi, tosasiepi
tubo da giardino, tubo irrigazione
vaso, fioriera
sedia da giardino, sedia da esterno
barbecue, griglia
tenda da campeggio, tenda campeggio
sacco a pelo, sacco letto
trapano, avvitatore
cacciavite, giravite
scala, scaletta
bambola, bambolotto
puzzle, rompicapo
gioco da tavolo, gioco di società
peluche, pupazzo
rossetto, lipstick
profumo, eau de toilette
shampoo, shampoo capelli
crema viso, idratante
bagnoschiuma, gel doccia
spazzolino, spazzolino da denti
rasoio, rasoio elettrico
asciugacapelli, phon, fon
smalto, smalto unghie
bicicletta, bici
manubrio, pesi
tappetino yoga, tappetino fitness
penna, penna a sfera, biro
matita, lapis
raccoglitore, cartella
calcolatrice, calcolatrice tascabile
carta, risma
nastro adesivo, scotch
caffè in grani, chicchi di caffè
tè, infuso, tisana
cioccolato, tavoletta di cioccolato
biscotti, frollini
cibo per cani, crocchette cane
cibo per gatti, crocchette gatto
cuccia, cuccia cane
lettiera, sabbia gatto
guinzaglio, guinzaglio cane
tiragraffi, graffiatoio
pannolini, pannolino
passeggino, carrozzina
seggiolino auto, seggiolino
biberon, poppatoio
pneumatico, gomma auto
`;
