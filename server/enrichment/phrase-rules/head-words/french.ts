/** Other names that shoppers of French have for things: a line names one thing, the usual name first. */
export const frenchHeads = `
casque audio, casque
écouteurs, oreillettes
processeur, cpu
carte mère, motherboard
mémoire, mémoire vive, ram, barrette mémoire
carte mémoire, carte sd
cartouche d'encre, encre imprimante, encre
toner, cartouche toner
imprimante laser, imprimante
écran, moniteur
téléviseur, tv, télé, télévision
clavier, clavier ordinateur
souris, souris ordinateur
tapis de souris, tapis souris
ordinateur portable, pc portable, portable
chargeur, adaptateur secteur
batterie externe, powerbank
batterie, accu
multiprise, bloc prises
câble réseau, câble ethernet, câble rj45
disque dur, hdd, disque dur externe
clé usb, mémoire usb
carte graphique, gpu
smartphone, téléphone portable, mobile
coque, étui, coque téléphone
tablette, tablette tactile
appareil photo, caméra
enceinte, haut parleur
télécommande, zapette
console, console de jeux
montre, montre bracelet
t-shirt, tee shirt
chemise, chemisier
robe, tunique
pantalon, bas
sweat à capuche, hoodie, sweat
pull, pullover, tricot
gilet, cardigan
veste, blouson, manteau
sous vêtements, lingerie
chaussettes, socquettes
pyjama, vêtement de nuit
maillot de bain, bikini
bonnet, chapeau
casquette, cap
écharpe, foulard
baskets, sneakers, tennis
chaussures, souliers
bottes, bottines
pantoufles, chaussons
sac à main, sac
sac à dos, cartable
portefeuille, porte monnaie
valise, bagage, trolley
parapluie, ombrelle
lunettes de soleil, solaires
collier, chaîne
boucles d'oreilles, puces d'oreilles
bague, anneau
canapé, sofa
chaise, siège
fauteuil, siège
chaise de bureau, fauteuil de bureau
table basse, table de salon
bureau, table de travail
lit, sommier
armoire, penderie, placard
étagère, bibliothèque
miroir, glace
tapis, moquette
rideau, voilage
coussin, oreiller
couverture, plaid
couette, édredon
serviette, drap de bain
lampe, luminaire
plafonnier, lampe de plafond
ampoule, lampe led
lampe torche, lampe de poche
bougie, bougie parfumée
cadre photo, cadre
boîte de rangement, rangement
fer à repasser, centrale vapeur
aspirateur, aspirateur balai
ventilateur, brasseur d'air
radiateur, chauffage
lave-linge, machine à laver
lave-vaisselle, machine à vaisselle
réfrigérateur, frigo
four, cuisinière
micro-ondes, four micro ondes
bouilloire, bouilloire électrique
cafetière, machine à café
grille-pain, toaster
mixeur, blender
friteuse sans huile, airfryer, friteuse
poêle, poêle à frire
casserole, faitout, marmite
couteau de cuisine, couteau
planche à découper, planche
tasse, mug
verre, gobelet
assiette, plat
bol, saladier
couverts, ménagère
gourde, bouteille d'eau
moule à gâteau, moule
tondeuse, tondeuse à gazon
taille-haie, coupe haie
tuyau d'arrosage, tuyau
pot de fleurs, cache pot, jardinière
chaise de jardin, fauteuil de jardin
barbecue, bbq, grill
tente, tente camping
sac de couchage, duvet
perceuse, visseuse
tournevis, jeu de tournevis
échelle, escabeau
poupée, poupon
puzzle, casse tête
jeu de société, jeu de plateau
peluche, doudou
rouge à lèvres, lipstick
parfum, eau de toilette
shampoing, shampooing
crème visage, soin visage
gel douche, savon
brosse à dents, brosse à dent
rasoir, rasoir électrique
sèche-cheveux, séchoir
vernis à ongles, vernis
vélo, bicyclette
haltère, poids
tapis de yoga, tapis de sport
stylo, stylo bille
crayon, crayon à papier
classeur, reliure
calculatrice, calculette
papier imprimante, ramette
ruban adhésif, scotch
café en grains, grains de café
thé, infusion
chocolat, tablette de chocolat
biscuits, gâteaux
croquettes, nourriture animaux
panier chien, couchage chien
litière, litière chat
laisse, laisse chien
arbre à chat, griffoir
couches, change bébé
poussette, landau
siège auto, rehausseur
biberon, tétine
pneu, pneu voiture
`;
