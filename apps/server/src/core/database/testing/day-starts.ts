/** Days that begin in an unusual way: day, time zone, and when it begins. */
export const dayStarts = [
  // Midnight is skipped.
  ['2027-09-05', 'America/Santiago', '2027-09-05T04:00:00.000Z'],
  ['2023-10-01', 'America/Asuncion', '2023-10-01T04:00:00.000Z'],
  ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  ['2026-03-29', 'Atlantic/Azores', '2026-03-29T01:00:00.000Z'],
  ['2024-04-26', 'Africa/Cairo', '2024-04-25T22:00:00.000Z'],
  ['2022-03-27', 'Asia/Beirut', '2022-03-26T22:00:00.000Z'],
  ['2021-03-26', 'Asia/Amman', '2021-03-25T22:00:00.000Z'],
  // It comes twice, or the hour before it does.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
  ['2027-04-04', 'America/Santiago', '2027-04-04T04:00:00.000Z'],
  ['2018-02-18', 'America/Sao_Paulo', '2018-02-18T03:00:00.000Z'],
  ['2024-11-01', 'Africa/Cairo', '2024-10-31T22:00:00.000Z'],
  // The day itself is skipped.
  ['2011-12-30', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  ['2011-12-31', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  // Usual ones.
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
  ['2026-06-11', 'UTC', '2026-06-11T00:00:00.000Z'],
  ['2026-06-11', 'Pacific/Kiritimati', '2026-06-10T10:00:00.000Z'],
] as const;

/** The zones of these days, and some whose changes are of other kinds. */
export const zones = [
  ...new Set<string>(dayStarts.map(([, zone]) => zone)),
  'America/New_York',
  'America/Nuuk',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];
