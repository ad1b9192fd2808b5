import styles from './ui.module.css';

/** Drawn on a 24-unit square with one stroke. */
const shapes = {
  home: 'M4 11l8-7 8 7v9h-5v-6H9v6H4z',
  ball: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8l3.5 2.6-1.3 4.100H9.800L8.5 10.600z',
  records: 'M6 3h12v18l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6',
  team: 'M12 3.600a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.800zM6 15.600a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.800zM18 15.600a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.800zM12 8.400v3.600M7.200 15.900L12 12l4.800 3.900',
  shield: 'M12 3.500l7 2.500v5.500c0 4.500-3 7.500-7 9-4-1.500-7-4.500-7-9V6zM9 12l2.200 2.200L15 10.300',
  person: 'M12 4.400a3.6 3.6 0 1 0 0 7.2 3.6 3.6 0 0 0 0-7.200zM4.5 20c1-4 4-5.5 7.5-5.500s6.5 1.5 7.5 5.5',
  back: 'M14.5 5l-7 7 7 7',
  forward: 'M9.5 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  check: 'M5 12.500l4.5 4.500L19 7.5',
  bin: 'M4.500 7h15M9.500 7V4.500h5V7M6.500 7l1 12.500h9l1-12.500M10.300 10.500v5.500M13.700 10.500v5.500',
  cross: 'M6 6l12 12M18 6L6 18',
  search: 'M11 4.500a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM16 16l4 4',
  star: 'M12 4l2.5 5.1 5.6.8-4 4 .9 5.600L12 16.900l-5 2.6.9-5.6-4-4 5.6-.800z',
  reload: 'M19 7v4h-4M19 11a7 7 0 1 0 .3 3.5',
  globe:
    'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.500c2.5 2.5 3.5 5.5 3.5 8.500s-1 6-3.5 8.500c-2.5-2.5-3.5-5.5-3.5-8.500s1-6 3.5-8.500z',
  moon: 'M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.200a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.600z',
  eyeOff:
    'M4 4l16 16M9.9 5.700A9.6 9.6 0 0 1 12 5.500c6 0 9.5 6.5 9.5 6.500a17 17 0 0 1-2.9 3.600M6.3 7.600A16.5 16.5 0 0 0 2.5 12S6 18.5 12 18.500a9 9 0 0 0 4.2-1M10 10a2.8 2.8 0 0 0 3.9 3.9',
  exit: 'M14 4H6v16h8M10.5 12H20M16.5 8.500L20 12l-3.5 3.5',
  info: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 11v5M12 7.800v.2',
  warning: 'M12 4L3 19.500h18zM12 10v4.500M12 16.800v.2',
  backspace: 'M9 5.500h11.500v13H9L3 12zM11.5 9.500l5 5M16.5 9.500l-5 5',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  undo: 'M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  chart: 'M4 19h16M6 15l4-5 3.500 3L19 6',
  book: 'M5 4.500h10a4 4 0 0 1 4 4V20H8.500A3.500 3.500 0 0 1 5 16.500zM5 16.500A3.500 3.500 0 0 1 8.500 13H19',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 7.5V12l3 2',
  download: 'M12 4v11M7.5 10.500L12 15l4.5-4.500M5 19.5h14',
  wallet:
    'M4.500 7.500h13a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-11a2 2 0 0 1-2-2zM4.500 7.500L15 4v3.500M19.500 12h-4v3h4',
  coin: 'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8.500 9h7M12 9v7.500',
  card: 'M3.500 6h17v12h-17zM3.500 10h17M7 14.500h3',
  scan: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16',
  bank: 'M4 9.500L12 4l8 5.500zM6 9.500V17M10 9.500V17M14 9.500V17M18 9.500V17M4 20h16M5 17h14',
  copy: 'M9 9h10v11H9zM15 9V4.500H5V15h4',
  plus: 'M12 5v14M5 12h14',
  image: 'M4 5h16v14H4zM4 16l5-4.500 4 3.500 3-2.500 4 3.500M9 9v.1',
  bell: 'M6 16.500V11a6 6 0 0 1 12 0v5.500l1.500 1.500h-15zM10 21h4',
  mail: 'M4 6h16v12.500H4zM4 7l8 6.500L20 7',
  phone:
    'M5 4h4l1.500 4.500-2 1.500a11 11 0 0 0 5.500 5.500l1.500-2L20 15v4c0 .6-.4 1-1 1A15 15 0 0 1 4 5c0-.6.4-1 1-1z',
  chat: 'M4 5h16v11H11l-4.500 3.500V16H4z',
  question:
    'M12 3.500a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.700 9.700a2.400 2.400 0 1 1 3.400 2.200c-.7.3-1.100.9-1.100 1.700M12 16.500v.1',
  gift: 'M4 9h16v4H4zM5.500 13v7h13v-7M12 9v11M12 9C8 9 7.500 4.500 9.800 4.500 11.500 4.500 12 7 12 9c0-2 .5-4.500 2.200-4.500C16.500 4.500 16 9 12 9z',
  pause: 'M9 6v12M15 6v12',
  play: 'M8 5.500v13l10.500-6.500z',
  calendar: 'M4.500 6h15v13.500h-15zM4.500 10h15M8.500 3.500V7M15.500 3.500V7M9 14.500l2 2 4-4',
  medal: 'M8 3.500l4 6 4-6M12 9.500a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM12 12.500v4',
  offline:
    'M4 4l16 16M5 9.500a11 11 0 0 1 3-2M8.500 13a6 6 0 0 1 3-1.300M12 18.500v.1M19 9.500a11 11 0 0 0-7.500-3M15.500 13a6 6 0 0 0-1-.7',
  keys: 'M3 6.500h18v11H3zM6.500 10v.1M10 10v.1M14 10v.1M17.500 10v.1M7.500 14h9',
  upTo: 'M12 20V9M7.500 13.500L12 9l4.500 4.500M5 4.500h14',
} as const;

export type IconName = keyof typeof shapes;

const sizeClasses = { small: styles.iconSmall, normal: styles.iconNormal, large: styles.iconLarge } as const;

type Props = {
  name: IconName;
  size?: keyof typeof sizeClasses;
  /** Mirrors in right-to-left languages: for icons that point along the text. */
  flips?: boolean;
};

/** An icon in the colour of its text; decoration only, so name its meaning next to it. */
export const Icon = ({ name, size = 'normal', flips = false }: Props) => (
  <svg
    className={flips ? `${sizeClasses[size]} flips` : sizeClasses[size]}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    <path d={shapes[name]} />
  </svg>
);
