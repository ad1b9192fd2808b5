/** Masks contacts and names: what is left distinguishes two members, and is too little to use. */

/** "an•••@example.com". */
export const maskEmail = (email: string): string => {
  const at = email.lastIndexOf('@');
  return `${Array.from(email.slice(0, at)).slice(0, 2).join('')}•••${email.slice(at)}`;
};

/** "+44 •••21". */
export const maskMobile = (areaCode: string, mobile: string): string => `+${areaCode} •••${mobile.slice(-2)}`;

/** The first letter of each part: "A••• L•••". */
export const maskName = (name: string): string =>
  name
    .split(/\s+/u)
    .filter((part) => part !== '')
    .map((part) => `${Array.from(part)[0] ?? ''}•••`)
    .join(' ');
