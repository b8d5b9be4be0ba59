/** Other names that shoppers of Spanish have for things: a line names one thing, the usual name first. */
export const spanishHeads = `
auriculares, cascos, audífonos
procesador, cpu
placa base, motherboard
memoria ram, ram, memoria
tarjeta de memoria, tarjeta sd
cartucho de tinta, tinta impresora, tinta
tóner, cartucho de tóner
impresora láser, impresora
monitor, pantalla
televisor, tv, televisión, tele
teclado, teclado pc
ratón, mouse
alfombrilla, alfombrilla ratón
portátil, ordenador portátil, laptop
cargador, adaptador de corriente
batería externa, powerbank
batería, pila
regleta, alargador
cable de red, cable ethernet
disco duro, hdd, disco duro externo
memoria usb, pendrive
tarjeta gráfica, gpu
smartphone, móvil, celular, teléfono móvil
funda, carcasa, funda móvil
tableta, tablet
cámara, cámara de fotos
altavoz, bafle, parlante
mando a distancia, control remoto
consola, consola de juegos
reloj, reloj de pulsera
camiseta, playera, remera
camisa, blusa
vestido, vestido de mujer
pantalón, pantalones
vaqueros, jeans
falda, pollera
sudadera, hoodie
jersey, suéter, pulóver
chaqueta, cazadora, abrigo
ropa interior, calzoncillos
calcetines, medias
pijama, ropa de dormir
bañador, traje de baño, bikini
gorro, gorro de lana
bufanda, pañuelo
zapatillas, deportivas, tenis
zapatos, calzado
botas, botines
sandalias, chanclas
bolso, cartera
mochila, morral
cartera, monedero, billetera
maleta, equipaje
paraguas, sombrilla
gafas de sol, lentes de sol
collar, cadena
pendientes, aretes
anillo, sortija
pulsera, brazalete
sofá, sillón
silla, asiento
silla de oficina, silla de escritorio
mesa de centro, mesa auxiliar
escritorio, mesa de estudio
cama, somier
colchón, colchón de cama
armario, ropero
estantería, librería, estante
espejo, espejo de pared
alfombra, tapete
cortina, visillo
cojín, almohada
manta, frazada
edredón, nórdico
toalla, toalla de baño
lámpara, luz
bombilla, foco
linterna, linterna led
vela, vela aromática
marco de fotos, portarretratos
caja de almacenaje, organizador
plancha, plancha de vapor
aspiradora, aspirador
ventilador, abanico
calefactor, estufa, radiador
lavadora, máquina de lavar
lavavajillas, lavaplatos
frigorífico, nevera, refrigerador
horno, cocina
microondas, horno microondas
hervidor, tetera
cafetera, máquina de café
tostadora, tostador
batidora, licuadora
freidora de aire, airfryer, freidora
sartén, sartenes
olla, cacerola
cuchillo, cuchillo de cocina
tabla de cortar, tabla
taza, mug
vaso, copa
plato, vajilla
cuenco, bol
cubiertos, cubertería
botella de agua, cantimplora
molde, molde de horno
cortacésped, podadora
manguera, manguera de jardín
maceta, macetero
silla de jardín, silla de terraza
barbacoa, parrilla
tienda de campaña, carpa
saco de dormir, bolsa de dormir
taladro, atornillador
destornillador, desarmador
escalera, escalerilla
muñeca, muñeca de juguete
puzle, rompecabezas
juego de mesa, juego familiar
peluche, muñeco de peluche
pintalabios, labial
perfume, colonia, fragancia
champú, shampoo
crema facial, hidratante
gel de ducha, jabón
cepillo de dientes, cepillo dental
afeitadora, maquinilla
secador, secador de pelo
esmalte de uñas, pintauñas
bicicleta, bici
mancuerna, pesas
esterilla, esterilla de yoga
bolígrafo, boli
lápiz, lapicero
carpeta, archivador
calculadora, calculadora de bolsillo
papel, folios
cinta adhesiva, celo
café molido, café
té, infusión
galletas, bizcochos
pienso, comida para mascotas
cama para perro, cama mascota
arena para gatos, arena
correa, correa perro
rascador, rascador gato
pañales, pañal
cochecito, carrito de bebé
silla de coche, silla de auto
neumático, llanta
`;
