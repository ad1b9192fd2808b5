/**
 * More of the same, in the order of the alphabet: names, pets, bands, teams, films and endearments in several languages, words
 * typed on a keyboard set to another script, and a few numbers everybody knows.
 */
export const moreWords = `
accord action adidas adrian adriana aini airborne alaska albert alejandra alexande alexandr alexis alicia alison
allison alyssa american amorcito anderson andrea andreea andrei andrey andreyka angela angelica angelina angels animal
anjing aobama apples arizona arnold arthur austin avalon avatar azertyuiop babyboo babyface babygurl badboy badger
bandit bandung barcelonafc barney bastard baxter beaver beavis benjamin bettyboop bigboy bigdaddy bigdog bigred birdie
bishop biteme blazer blessing bollocks bonita bonnie boogie boomer boston bradley brandon brandy brasileiro braves
brenda brianna brittany brittney bronco broncos brooke brooklyn brutus bubblegum bubbles budlight buffalo bulldog
bulldogs bullet bullshit burton buster butthead calvin cameron camille captain cardinal carino carmen carolina
caroline carter cartman casper cassandra cassie chance chelsie cherokee chester chevelle chicago chicken chiquita
chivas chopper chouchou christin christine christopher cintaku cjkysirj claire classic claudia cocacola college
colorado compaq computerspiel connor contrase cooper copper coracao corazon coucou cougar courtney cowboy creative
cristian cristina crystal cthutq cutie cutiepie dakota dallas dancer danger daniela danielle danny darkness darkside
debbie denisa denise dennis denver destinee destiny deusefiel dexter diablo diana dianne dickhead diesel digger
digital disney doctor doggie dolphin dolphins dominic domino donald donkey doudou douglas dreamer dreams driver
drowssap ducati duncan eclipse eduard edward einstein electric elena elephant elizabet empire enigma esther estrella
eugene evelyn explorer extreme familia fantasy felicidade fender fernanda ficken fireman fishing fktrcfylh fktrctq
flamenguista fluffy flyers forest francis frankie franklin freddy freepass freeuser friendship froggy fucker fuckme
fussballgott futbolista fylhtq gabriela galina galore gangsta garfield garuda gateway gatito gators gemini gemma
general genesis genius georgia gfhjkm ghbdtn giants gibson gjlheuf goblue godisgood godzilla golfer goober gordon
gostosa graceofgod gracie gregory guadalupe gunner hallohallo hammer hamster hardcore hawaii heather heisrisen
hellokitty helpme hendrix hermosa hiphop hitman hobbes horses hotdog hotrod hottie houston howard hummer iceman
ihateyou ilovejesus iloveme ilovemyself iloveu indian indonesiaraya infinity ironman isabel isabella iwantu jackass
jackie jackson janine jasmin jasmine jasper jayson jeffrey jenny jeremy jerome jessie jesuscristo jesusfreak
jesussaves jetaime joanna johncena johnny johnson jonathan jonathon joyce julian juliana junior justice justin justine
k.,jdm kamikaze karen karina katherine kathleen kawasaki kenneth kermit kimberly kirill klaster knight krasotka
kristen kristina kristine kucing kyle lacrosse lasttime lasvegas lauren leslie letmeinnow liberty lifehack little
liverpoo lizard logitech lollipop lorena lorraine louise loulou loveforever loveislove loveme loverboy lovers lubov
lucas maddog madison madmax madonna magnum mahal marcela marcus margaret mariana marie mariel marina marine marines
mariposa marissa marlboro marley marseillais marshall martha marvin maryjane maverick maximus maxwell melanie melody
member merdeka metallic meuamor mexicano miamor michigan mickey midnight miller mima mitchell monica monique monster
montana mookie morgan motorola mountain mozart muffin murphy mylove mypassword nadine nascar natalia natalie natasha
natashka nathalie nathan naughty nelson nemesis newport nfnmzyf nicola nicolas nikita nishishei nissan norman nounours
oksana oliver online opensesame oscar pamela pangit pantera panthers paola paradise parker parol parolamea passion
passport passwortt patches patrice patricia patriots pauline peaches pearljam peekaboo penguin people perrito phantom
picard platinum playboy playgirl please police polina poohbear popcorn predator preston princesa princesita privet
psycho pumpkin purpura qazqaz qwaszx qwertz rabbit rachel racing rahasia raider raiders ranger raptor rascal rebecca
rebelde reddog redrum redskins redsox redsoxnation redwings reggie regina rfnz ricky roberto rocket rocknroll roland
rolltide ronald rooster rosebud rosemary rosita roxana runner ruslan russel russell sabrina saints sakura samson
samuel sandman sandra sandrine sasuke savannah sayangku scarface schatz school scooby scooter scorpio scorpion scotty
semperfi serega sergey sexyboy sexygirl shannon sharmaine sharon shelby shopping shorty sierra simone simple simpson
simpsons single skater skipper skippy skyline slayer slipknot smokey smooth snickers sniper snoopy snowball sofie
softball soleil solnyshko spanky sparky speedy spencer spider spiderma spirit spitfire spongebob spooky stalker
stanley stargate startrek steelersfan stella stephanie stephen stinky stupid sublime success sucker supersecret
surabaya surfer susana suzuki svetlana sweetheart swordfis sydney system tatiana taylor teamo telefono tequiero
tequieromucho teresa theman theresa therock thumper thunder tiffany tigers timothy tinker tinkerbell titanic tomcat
topgun travis trinity tristan trouble tucker turtle tweety twilight ursula valentin valerie vampire vanesa vanessa
vanilla vegeta veronica vfhbyf vfhecz vfrcbv victor victoria victory viking vikings vincent virginia vision vitoria
vladimir voodoo voyager walker walter warcraft warrior wendy wesley westside wildcat wildcats williams willie willow
wilson winston wolfpack wolverin wombat xavier yankee yfcnz yfnfif yolanda yourmom zachary zombie 8675309 7758521 7758258 584520 4815162342
315475 9379992 thx1138 ncc1701 rush2112 bond007 blink182 lol123
`;
