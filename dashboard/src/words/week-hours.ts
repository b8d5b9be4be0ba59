/**
 * Folds counts of consecutive hours into the hours of a week, in a time zone. Pure but for the language of names. An hour that begins
 * at half past, as in India, counts for the hour in which it begins.
 */
// Tests: ./week-hours.test.ts.

const hourMs = 3_600_000;
const weekdays: readonly string[] = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** The numbers of the weekdays, of which 0 is Monday, and of the hours of a day. */
export const [weekdayNumbers, hourNumbers] = [
  [0, 1, 2, 3, 4, 5, 6],
  Array.from({ length: 24 }, (_, hour) => hour),
];

/** Averages by weekday, from Monday on, and hour. */
export type WeekHours = readonly (readonly number[])[];

/**
 * The average count of each hour of a week. `from` is when the first hour begins; `timeZone` is a name such as
 * `Europe/Berlin`. The last hour is left out, since it is not over. An hour that never occurred is zero.
 */
export function foldHours(from: string, counts: readonly number[], timeZone: string): WeekHours {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' },
  });
  const sums = weekdays.map(() => Array.from({ length: 24 }, () => ({ count: 0, hours: 0 })));
  const begin = Date.parse(from);
  for (const [index, count] of counts.slice(0, -1).entries()) {
    const parts = format.formatToParts(begin + index * hourMs);
    const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
    const sum = sums[weekdays.indexOf(partOf('weekday'))]?.[Number(partOf('hour'))];
    if (sum === undefined) continue;
    sum.count += count;
    sum.hours += 1;
  }
  return sums.map((day) => day.map(({ count, hours }) => (hours === 0 ? 0 : count / hours)));
}

/** The hour of a week with the highest average; null if all are zero. */
export function busiestHour(
  week: WeekHours,
): { readonly weekday: number; readonly hour: number; readonly average: number } | null {
  const all = week.flatMap((day, weekday) => day.map((average, hour) => ({ weekday, hour, average })));
  const busiest = all.reduce((most, one) => (one.average > most.average ? one : most), {
    ...{ weekday: 0, hour: 0, average: 0 },
  });
  return busiest.average === 0 ? null : busiest;
}

/** The name of a weekday in the language of the browser; 0 is Monday. */
export function weekdayName(weekday: number, length: 'long' | 'short'): string {
  // The 5th of January 1970 was a Monday.
  const monday = 4 * 24 * hourMs;
  const format = new Intl.DateTimeFormat(undefined, { weekday: length, timeZone: 'UTC' });
  return format.format(monday + weekday * 24 * hourMs);
}
