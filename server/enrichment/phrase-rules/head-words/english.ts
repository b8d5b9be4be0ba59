/** Other names that shoppers of English have for things: a line names one thing, the usual name first. */
export const englishHeads = `
headphones, earphones, headset
headset, headphones with microphone
processor, cpu, computer processor
motherboard, mainboard, pc motherboard
memory, ram, memory module, computer memory
memory card, sd card, flash card
ink cartridge, printer ink, ink, printer cartridge
toner cartridge, toner, laser toner, printer toner
printer, office printer
laser printer, laserjet printer
inkjet printer, ink printer
photo paper, printer paper
copy paper, printer paper, a4 paper
label, sticker, address label
label maker, label printer
scanner, document scanner
projector, beamer, video projector
monitor, screen, display, computer screen
tv, television, flat screen tv
tv mount, wall mount, tv bracket
keyboard, computer keyboard, pc keyboard
mouse, computer mouse, pc mouse
mouse pad, mouse mat, desk mat
webcam, pc camera, video call camera
laptop bag, notebook bag, laptop case
notebook case, laptop case, laptop bag
laptop sleeve, notebook sleeve
docking station, laptop dock, usb hub
adapter, converter
charger, power adapter, charging plug
power supply, psu, power adapter
power bank, portable charger, battery pack
battery, rechargeable battery, replacement battery
power strip, extension lead, surge protector, multi plug
ups, battery backup, uninterruptible power supply
networking cable, network cable, ethernet cable, lan cable, patch cable
patch cable, network cable, ethernet cable, lan cable
fiber optic cable, fibre cable, optical cable
power cable, power cord, power lead
video cable, monitor cable, display cable
audio cable, aux cable, stereo cable
usb cable, charging cable, data cable
extension cable, extension lead
network switch, ethernet switch, lan switch
router, wifi router, internet router
access point, wifi access point, wap
network card, lan card, ethernet adapter, nic
modem, internet modem
server, rack server
rack cabinet, server rack
kvm switch, keyboard switch
hard drive, hdd, hard disk
external hard drive, portable drive, backup drive
ssd, solid state drive
usb flash drive, usb stick, memory stick, thumb drive
optical disc drive, dvd drive, dvd burner
tape drive, backup drive
data cartridge, backup tape
graphics card, video card, gpu
sound card, audio card
computer case, pc case, pc tower
cpu cooler, processor fan, heatsink
pc fan, case fan, computer fan
computer, pc, desktop computer
smartphone, mobile phone, cell phone, mobile
phone case, phone cover, mobile case
screen protector, screen guard
phone holder, car mount, phone mount
tablet, tablet pc, tablet computer
tablet case, tablet cover
e-reader, ebook reader
telephone, phone, landline phone
digital camera, camera, photo camera
camera lens, lens, objective
camera bag, camera case
tripod, camera stand
camcorder, video camera
security camera, surveillance camera, cctv
speaker, loudspeaker
soundbar, tv speaker
receiver, av receiver, amplifier
turntable, record player, vinyl player
radio, radio receiver
remote control, remote, tv remote
game console, video game console
video game, game, computer game
game controller, gamepad
software, program, license
smartwatch, smart watch, fitness watch
watch, wristwatch
t-shirt, tee, top
shirt, dress shirt, button up
blouse, ladies shirt, top
dress, gown, frock
skirt, mini skirt
jeans, denim pants, denims
pants, trousers, slacks
shorts, short pants
leggings, tights
hoodie, hooded sweater, sweatshirt
sweatshirt, sweater, jumper
sweater, jumper, pullover, knitwear
cardigan, knit jacket
jacket, coat, outerwear
coat, jacket, overcoat
vest, waistcoat, gilet
suit, business suit
necktie, tie
bra, brassiere
underwear, briefs, undies
socks, ankle socks, stockings
tank top, sleeveless shirt, singlet
pajamas, sleepwear, nightwear
swimsuit, swimwear, bathing suit
hat, headwear
cap, baseball cap, hat
beanie, winter hat, knit cap
scarf, shawl, neck scarf
gloves, hand gloves
belt, waist belt
sneakers, trainers, sports shoes
shoes, footwear
boots, footwear
sandals, summer shoes
slippers, house shoes
running shoes, joggers, trainers
handbag, purse, shoulder bag
backpack, rucksack, school bag
wallet, purse, billfold
suitcase, luggage, trolley, travel bag
umbrella, brolly
sunglasses, shades
necklace, chain, pendant
ring, finger ring, band ring
earrings, ear jewelry
bracelet, bangle, wristband
sofa, couch, settee
office chair, desk chair, swivel chair
armchair, lounge chair
stool, bar stool
table, desk
desk, writing desk, computer desk
coffee table, sofa table
bed, bed frame
mattress, bed mattress
wardrobe, closet, armoire
bookcase, bookshelf, shelf
shelf, rack, shelving
cabinet, cupboard
mirror, wall mirror
rug, carpet, floor mat
curtains, drapes, window curtain
cushion, throw pillow, pillow
pillow, head pillow, cushion
blanket, throw, plaid
duvet, quilt, comforter
bed sheet, bedding, linen
towel, bath towel
shower curtain, bath curtain
lamp, light
ceiling light, ceiling lamp
light bulb, lamp, led bulb
flashlight, torch
candle, scented candle
vase, flower vase
wall clock, clock
picture frame, photo frame
storage box, container, organizer
laundry basket, laundry hamper
iron, steam iron
vacuum cleaner, hoover
fan, ventilator, cooling fan
heater, radiator, space heater
air conditioner, ac, air con
air purifier, air cleaner
humidifier, air humidifier
washing machine, washer
dishwasher, dish washer
refrigerator, fridge
freezer, deep freezer
oven, stove, cooker
microwave, microwave oven
kettle, electric kettle, water kettle
coffee machine, coffee maker, espresso machine
toaster, bread toaster
blender, mixer, smoothie maker
hand mixer, mixer, hand blender
food processor, kitchen machine
deep fryer, fryer, chip pan
juicer, juice extractor
kitchen scale, food scale
pan, frying pan, skillet
pot, saucepan, cooking pot
knife, kitchen knife, chef knife
cutting board, chopping board
mug, cup, coffee mug, tea cup
drinking glass, tumbler
wine glass, stemware
plate, dinner plate
bowl, dish
cutlery, flatware, silverware
water bottle, drinking bottle, flask
lunch box, bento box
thermos, vacuum flask
baking tin, cake pan, baking mould
lawn mower, grass cutter
hedge trimmer, hedge cutter
chainsaw, chain saw
garden hose, water hose
plant pot, flower pot, planter
seeds, garden seeds
garden chair, patio chair, outdoor chair
grill, bbq, barbecue
tent, camping tent
sleeping bag, camping bag
power drill, drill
screwdriver, screw driver
hammer, claw hammer
saw, hand saw
ladder, step ladder
toolbox, tool box, tool case
wall paint, paint
doll, baby doll
puzzle, jigsaw puzzle, jigsaw
board game, family game, party game
building blocks, building bricks, construction toy
toy car, model car
plush toy, stuffed animal, soft toy
action figure, figurine, toy figure
lipstick, lip color
mascara, eyelash mascara
foundation, makeup base
perfume, fragrance, eau de parfum
shampoo, hair shampoo, hair wash
conditioner, hair conditioner
face cream, moisturizer, facial cream
body lotion, body cream, body milk
soap, hand soap
shower gel, body wash
deodorant, deo, antiperspirant
toothbrush, dental brush
electric toothbrush, power toothbrush
shaver, electric razor, electric shaver
beard trimmer, hair trimmer, hair clipper
hair dryer, blow dryer
hair straightener, flat iron
nail polish, nail varnish
bicycle, bike, cycle
bike helmet, cycling helmet
treadmill, running machine
dumbbell, weights, hand weight
yoga mat, exercise mat, gym mat
football, soccer ball
skateboard, skate board
fishing rod, fishing pole
ballpoint pen, pen, biro
pencil, drawing pencil
marker, felt tip
notepad, writing pad
binder, ring binder, folder
stapler, office stapler
hole punch, puncher, hole puncher
envelope, mailing envelope
calculator, pocket calculator
shredder, paper shredder, document shredder
paper, printing paper, writing paper
laminator, laminating machine
tape, adhesive tape, sticky tape
coffee beans, whole bean coffee
tea, tea bags
chocolate, chocolate bar
cookies, biscuits
snack, snacks, nibbles
olive oil, cooking oil
dog food, dog chow, pet food
cat food, pet food
dog bed, pet bed, dog basket
cat litter, kitty litter
dog leash, dog lead
scratching post, cat tree
aquarium, fish tank
diaper, nappy
stroller, pram, pushchair, buggy
car seat, child seat
baby bottle, feeding bottle
tire, tyre, car tyre
`;
