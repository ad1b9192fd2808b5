import type { HelpLine } from '@touchline/contract/shapes/play';

const always = '24/7';

/**
 * Where to find help, by country; lines for all countries come last. A line without a number has a page that
 * shows the number of the day. docs/accounts.md ("Help lines") tells where they are from.
 */
const lines: readonly HelpLine[] = [
  line('AR', 'Programa de Prevención y Asistencia al Juego Compulsivo (Buenos Aires)', '0800-444-4000'),
  line('AR', 'Línea 141 (SEDRONAR)', '141', 'https://www.argentina.gob.ar/sedronar', always),
  line('AT', 'Spielsuchthilfe', '01 544 13 57', 'https://www.spielsuchthilfe.at'),
  line('AU', 'Gambling Help Online', '1800 858 858', 'https://www.gamblinghelponline.org.au', always),
  line('BE', 'De Druglijn', '078 15 10 20', 'https://www.druglijn.be'),
  line('BE', 'Gokhulp', undefined, 'https://www.gokhulp.be'),
  line('BE', 'Aide aux joueurs', '0800 35 777', 'https://www.aide-aux-joueurs.be'),
  line('BR', 'Jogadores Anônimos do Brasil', undefined, 'https://jogadoresanonimos.com.br'),
  line('BR', 'CVV – Centro de Valorização da Vida', '188', 'https://cvv.org.br', always),
  line('CA', 'ConnexOntario', '1-866-531-2600', 'https://www.connexontario.ca', always),
  line('CA', 'Responsible Gambling Council', undefined, 'https://www.responsiblegambling.org'),
  line('CH', 'SOS Spielsucht', '0800 040 080', 'https://www.sos-spielsucht.ch', always),
  line('CN', '全国统一心理援助热线', '12356', undefined, always),
  line('CZ', 'Národní linka pro odvykání', '800 350 000', 'https://www.chciodvykat.cz'),
  line('DE', 'Check dein Spiel', '0800 1 37 27 00', 'https://www.check-dein-spiel.de'),
  line('DK', 'StopSpillet', '70 22 28 25', 'https://www.stopspillet.dk'),
  line('ES', 'FEJAR', '900 200 225', 'https://fejar.org'),
  line('FI', 'Peluuri', '0800 100 101', 'https://peluuri.fi'),
  line('FR', 'Joueurs Info Service', '09 74 75 13 13', 'https://www.joueurs-info-service.fr', '08:00–02:00'),
  line('GB', 'GamCare – National Gambling Helpline', '0808 8020 133', 'https://www.gamcare.org.uk', always),
  line('GB', 'NHS', undefined, 'https://www.nhs.uk/live-well/addiction-support/gambling-addiction/'),
  line('GR', 'ΚΕΘΕΑ ΑΛΦΑ', undefined, 'https://www.kethea-alfa.gr'),
  line('HK', '平和基金戒賭輔導熱線 Gambling Counselling Hotline', '1834 633'),
  line('HK', '東華三院平和坊 Even Centre', undefined, 'https://evencentre.tungwahcsd.org'),
  line('IE', 'Gambling Care', undefined, 'https://gamblingcare.ie'),
  line('IE', 'HSE', '1800 459 459', 'https://www.drugs.ie'),
  line('IN', 'Tele MANAS', '14416', 'https://telemanas.mohfw.gov.in', always),
  line('IT', "Telefono Verde Gioco d'Azzardo (ISS)", '800 558 822'),
  line('JP', '依存症対策全国センター', undefined, 'https://www.ncasa-japan.jp'),
  line('JP', 'GA日本インフォメーションセンター', undefined, 'http://www.gajapan.jp'),
  line('KR', '한국도박문제예방치유원', '1336', 'https://www.kcgp.or.kr', always),
  line('LU', 'Anonym Glécksspiller', undefined, 'https://www.anonym-glecksspiller.lu'),
  line('MO', '社會工作局 Instituto de Acção Social', undefined, 'https://www.ias.gov.mo'),
  line('MT', 'Responsible Gaming Foundation', '1777', 'https://www.rgf.org.mt'),
  line('MX', 'Línea de la Vida', '800 911 2000', undefined, always),
  line('MY', 'Befrienders', '03-7627 2929', 'https://www.befrienders.org.my', always),
  line('NL', 'Loket Kansspel', '0800 24 000 22', 'https://www.loketkansspel.nl', always),
  line('NO', 'Hjelpelinjen', '800 800 40', 'https://hjelpelinjen.no'),
  line('NZ', 'Gambling Helpline Aotearoa', '0800 654 655', 'https://www.gamblinghelpline.co.nz', always),
  line(
    'PL',
    'Uzależnienia behawioralne',
    '801 889 880',
    'https://www.uzaleznieniabehawioralne.pl',
    '17:00–22:00',
  ),
  line('PT', 'Linha Vida', '1414', 'https://www.icad.pt'),
  line('PT', 'Instituto de Apoio ao Jogador', undefined, 'https://www.iaj.pt'),
  line('RO', 'Joc Responsabil', '0800 800 099', 'https://jocresponsabil.ro'),
  line('SE', 'Stödlinjen', '020-81 91 00', 'https://www.stodlinjen.se'),
  line('SG', 'National Problem Gambling Helpline', '1800 6 668 668', 'https://www.ncpg.org.sg'),
  line('TH', 'สายด่วนสุขภาพจิต', '1323', 'https://www.dmh.go.th', always),
  line('TR', 'YEDAM', '115', 'https://www.yedam.org.tr'),
  line('TW', '安心專線', '1925', undefined, always),
  line('US', 'National Problem Gambling Helpline', '1-800-426-2537', 'https://www.ncpgambling.org', always),
  line(
    'ZA',
    'South African Responsible Gambling Foundation',
    '0800 006 008',
    'https://responsiblegambling.org.za',
    always,
  ),
  line(undefined, 'Gambling Therapy', undefined, 'https://www.gamblingtherapy.org'),
  line(undefined, 'Gamblers Anonymous', undefined, 'https://www.gamblersanonymous.org'),
  line(undefined, 'Gam-Anon', undefined, 'https://www.gam-anon.org'),
];

function line(
  country: string | undefined,
  name: string,
  phone?: string,
  url?: string,
  hours?: string,
): HelpLine {
  return {
    country,
    name,
    phone,
    url,
    hours,
  };
}

/** Help in a country and, after that, help for all; without a country, every line. */
export const helpLinesFor = (country: string | undefined): HelpLine[] =>
  lines.filter((each) => country === undefined || each.country === undefined || each.country === country);
