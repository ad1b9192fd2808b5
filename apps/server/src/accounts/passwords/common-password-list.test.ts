import { limits } from '@touchline/contract/limits';
import { expect, test } from 'vitest';
import { isCommonPassword } from './common-password.ts';

// Passwords that head the lists published after leaks, and what people make of them to satisfy a rule.
const published = `
  000000 007007 01234567 0123456789 111111 1111111 11111111 111222333 112233 11223344 112358 121212 12121212 123123
  123123123 123321 123321a 12344321 123456 1234567 12345678 123456789 1234567890 12345678a 1234567a 123456a
  123456abc 12345a 12345qwe 12345qwert 1234qwer 123654 123qwe 123qwe123 123qweasd 12qwaszx 131313 1314520 147147
  147258369 147852 147852369 159357 159753 1q2w3e 1q2w3e4r 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 222222 232323 315475
  333333 5201314 520520 521521 555555 654321 666666 666666a 696969 741852963 7758521 777777 7777777 8675309 87654321
  888888 88888888 963852741 987654 987654321 987654321a 999999 a12345 a123456 a1234567 a12345678 a1b2c3d4 aa123456
  Aa123456 Aa123456! aaaaaa aaaaaaaa abc123 abc12345 abcd1234 abcd1234! abcdef access accord adidas admin123
  admin1234 Admin@123 adrian airborne alaska albert alexande alexander alison amanda amanda1 anderson andrea andrew
  andrew1 andrey angela anthony anthony1 arizona arsenal arsenal1 asd123 asd123456 asdfasdf asdfgh asdfgh123
  asdfghjkl1 ashley ashley1 august austin azerty babygirl1 badboy bailey banana bandit barbara barcelona1 barney
  baseball baseball1 batman batman1 beaver beavis benjamin bigdaddy bigdog bigred biteme bonnie boomer boston
  brandon brandy bronco buddha bulldog buster butterfly1 camaro canada carlos casper charles charlie cheese chelsea
  chelsea1 chester chevelle chicago chicken chocolate1 christ christin cocacola coffee college colorado compaq
  computer computer1 cookie copper corvette cougar cowboy cowboys cristiano7 crystal dakota dallas dancer daniel
  daniel1 danielle darkness darkside dexter diablo diamond digger doggie domino donkey dragon dragon123 dreams
  eagles edward eminem empire eugene explorer facebook1 falcon family fender ferrari fishing fktrcfylh flower
  football football1 forest forever fortnite1 frankie freddy freedom friend gandalf gateway george gfhjkm ghbdtn
  ginger godzilla golden golfer google1 gordon guitar hammer hannah harley heather heaven hello1 hello123 hello1234
  hellokitty hockey hunter iceman iloveu iloveyou iloveyou! iloveyou1 iloveyou2 instagram1 internet internet1
  iphone12 ironman jackie jackson jasmine jasper jennifer jessica jessica1 johnny jordan jordan1 joseph joshua
  joshua1 junior justin juventus1 killer kitten knight lakers lasvegas lauren letmein letmein1 liverpool liverpool1
  london lovelove1 lovely loveyou1 maggie manchester1 manutd marcus marina marine marlboro martin master master123
  matrix matthew matthew1 maverick melanie melissa mercedes merlin messi10 metallic michael michael2 michelle mickey
  midnight miller minecraft1 mnbvcxz money1 monkey monkey123 monster morgan mother mustang naruto123 nascar natasha
  nathan ncc1701 newyork neymar11 nicole nicole1 nikita oliver online orange P@ssw0rd P@ssword1 pakistan pamela
  panther Passw0rd! Password password Password1 password12 password123 patricia patrick peanut pepper phoenix player
  please pokemon1 polina porsche prince princess princess1 psycho pumpkin purple q123456 q1234567 q1w2e3 q1w2e3r4
  q1w2e3r4t5 qazwsx qazwsx123 qq123456 qwaszx qwe123 qwer1234 qwerty qwerty1 Qwerty123! qwerty1234 qwerty12345
  qwertyuiop rabbit rachel raiders ranger rangers raptor realmadrid1 reddog redsox richard robert roblox123 rocket
  ronaldo7 ruslan samantha samantha1 samsung samsung1 samuel scooby scooter scotland secret secret1 secret123 sergey
  shadow shadow1 silver skyline slayer slipknot smokey snoopy soccer spanky sparky spider spiderman1 spirit
  spongebob1 spring2025 stalker stanley starwars starwars1 steelers steven stupid sublime summer summer2024 sunshine
  sunshine1 superman superman1 swordfis system taylor tennis tester thomas thunder tigers tigger tinker tomcat
  trustno1 united vfrcbv victoria vincent vladimir voodoo walker warcraft welcome welcome1 Welcome1! welcome123
  whatever william willow wilson winner winter Winter2023! wizard woaini1314 xxxxxx yamaha yankees yellow zxc123456
  zxcvbn zxcvbnm zxcvbnm123
`
  .trim()
  .split(/\s+/);

test('refuses the passwords at the head of published lists', () => {
  expect(published.length).toBeGreaterThanOrEqual(300);
  expect(published.filter((password) => !isCommonPassword(password))).toEqual([]);
});

test('contains only passwords that are long enough, so that this check is what refuses them', () => {
  const { passwordMinLength: min, passwordMaxLength: max } = limits;
  expect(published.filter(({ length }) => length < min || length > max)).toEqual([]);
});
