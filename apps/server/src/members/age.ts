/** The highest age for a registration; older dates of birth, or future ones, are typing errors. */
const oldestYears = 120;

/**
 * Judges a date of birth by the calendar: a member born on February 29 comes of age on March 1.
 * @param birthDate a real date, "2001-05-17"
 * @param today the site's day
 */
export const judgeAge = (
  birthDate: string,
  today: string,
  minAge: number,
): 'of_age' | 'under_age' | 'no_birth_date' => {
  const birthday = (years: number): string => {
    const year = Number(birthDate.slice(0, 4)) + years;
    return `${String(year).padStart(4, '0')}${birthDate.slice(4)}`;
  };
  if (birthday(oldestYears) < today || birthDate > today) return 'no_birth_date';
  return birthday(minAge) <= today ? 'of_age' : 'under_age';
};
