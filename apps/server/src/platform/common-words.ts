import { moreWords } from './common-more-words.ts';

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

export const commonWords: ReadonlySet<string> = new Set(
  `${text} ${moreWords}`.split(/\s+/).filter((word) => word !== ''),
);
