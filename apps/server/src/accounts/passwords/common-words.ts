/**
 * Words people make passwords of, collected for this product from general knowledge: sign-in pages, football,
 * clubs, names, pets, places, months and seasons, brands; no curses. Lower case, four letters or more.
 */
const text = `
password passwort passwd passphrase pass contrasena motdepasse senha parola sifre sandi wachtwoord haslo heslo login
logon signin admin administrator root user username guest test testing tester demo default changeme change letmein
letme welcome welkom willkommen bienvenue access secret geheim secure security private master hello hallo bonjour hola
ciao salam merhaba namaste iloveyou loveyou ilove lovely lover love amor liebe sunshine princess prince queen king
dragon monkey shadow superman batman spiderman pokemon pikachu naruto starwars matrix ninja samurai pirate wizard
hunter killer master gamer player winner champion champions legend hero star angel devil heaven freedom forever
whatever trustno trustnoone nothing something computer internet samsung google facebook instagram twitter tiktok
youtube whatsapp telegram iphone android apple microsoft windows linux ubuntu nintendo playstation xbox minecraft
roblox fortnite zxcvbn qwert asdf money dollar euro bitcoin crypto casino poker jackpot lucky betting bett gambling
touchline sportsbook soccer football futbol futebol fussball calcio voetbal goal goalie goalkeeper striker penalty
offside corner referee worldcup worldcups championsleague premierleague league stadium derby united city town rovers
wanderers athletic albion villa hotspur spurs arsenal chelsea liverpool everton tottenham manchester manutd mancity
manchesterunited manchestercity leicester newcastle sunderland westham leeds barcelona barca realmadrid madrid atletico
sevilla valencia juventus juve milan acmilan inter intermilan napoli roma lazio fiorentina torino bayern munchen
munich dortmund borussia schalke leipzig leverkusen hamburg bremen werder ajax feyenoord eindhoven benfica porto
sporting celtic rangers galatasaray fenerbahce besiktas trabzonspor flamengo corinthians palmeiras santos saopaulo
vasco gremio bocajuniors boca riverplate river persija persib arema psg marseille lyon monaco olympique olympiakos
panathinaikos ronaldo cristiano messi lionel neymar mbappe haaland salah kane zidane maradona pele ronaldinho beckham
rooney gerrard lampard henry iniesta xavi modric benzema lewandowski muller neuer kroos suarez ibrahimovic zlatan
michael jordan daniel david james john robert william thomas charlie charles george harry jack joseph joshua matthew
andrew anthony richard steven patrick nicholas alexander alexandra jessica jennifer ashley amanda nicole michelle
melissa samantha elizabeth maria sofia sophie laura julia anna emma olivia hannah sarah lisa linda barbara martin
peter stefan andreas christian sebastian tobias florian lukas jonas leon felix maximilian mohammed muhammad mohamed
ahmed ahmad mustafa mehmet hassan hussein omar yusuf ibrahim fatima aisha carlos jose juan luis miguel antonio
francisco alejandro fernando ricardo eduardo rodrigo gabriel rafael marco matteo giuseppe francesco lorenzo giulia
wang zhang chen yang huang xiaoming woaini nihao alibaba baidu tencent weixin putri agus budi cinta sayang bismillah
krishna ganesh shiva rahul india pakistan bangladesh indonesia malaysia thailand vietnam china japan korea russia
germany deutschland france england scotland wales ireland spain espana italy italia brazil brasil argentina mexico
portugal turkey turkiye america canada australia africa nigeria egypt morocco london paris berlin madrid istanbul
moscow tokyo beijing shanghai jakarta bangkok saigon hanoi newyork california texas florida
january february march april june july august september october november december monday tuesday wednesday thursday
friday saturday sunday spring summer autumn winter sommer herbst verano invierno
tiger tigger lion lions panther eagle eagles falcon wolf wolves bear bears horse puppy kitty kitten doggy buddy bailey
charlie maggie molly lucy rocky rusty ginger pepper cookie chocolate banana orange cherry strawberry peanut butter
coffee whiskey vodka guinness heineken cheese pizza burger flower flowers rose butterfly rainbow diamond silver golden
purple yellow green blue black white red123 pink music guitar drummer metallica nirvana beatles eminem rockstar
mercedes porsche ferrari lamborghini yamaha honda toyota bmw audi harley mustang corvette camaro jaguar
baseball basketball hockey tennis cricket rugby boxing cowboys yankees lakers steelers packers
family mother father mama papa mommy daddy baby babygirl babyboy sister brother friend friends bestfriend honey sweet
sweety sweetie darling beautiful gorgeous handsome pretty happy smile cool awesome fuckyou fuckoff asshole bitch
jesus jesuschrist christ church blessed faith grace praise allah islam buddha
abcdef abcd abcabc xyz aaaa qwer zaqwsx dupa blink phoenix mercury jupiter saturn galaxy cosmos apollo zeus athena
thor odin loki merlin gandalf frodo bilbo hobbit potter hermione dumbledore voldemort skywalker vader yoda
`;

/**
 * More of the same, in the order of the alphabet: names, pets, bands, teams, films and endearments in several languages, words
 * typed on a keyboard set to another script, and a few numbers everybody knows.
 */
const moreWords = `
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

export const commonWords: ReadonlySet<string> = new Set(
  `${text} ${moreWords}`.split(/\s+/).filter((word) => word !== ''),
);
