// Times and durations in words. Pure: the present comes in as a number.
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

/** "just now", "12 s ago", "5 min ago", "2 h ago", "3 d ago", "in 2 d", then the date. */
export function relativeTime(at: string, now: number): string {
  const time = Date.parse(at);
  const distance = Math.abs(now - time);
  if (distance < 5 * second) return 'just now';
  // What has passed is counted in whole units; what is still to come is not made shorter than it is.
  const whole = time <= now ? Math.floor : Math.round;
  const amount =
    distance < minute
      ? `${whole(distance / second)} s`
      : distance < hour
        ? `${whole(distance / minute)} min`
        : distance < day
          ? `${whole(distance / hour)} h`
          : `${whole(distance / day)} d`;
  if (distance >= 14 * day) {
    const date = new Date(time);
    const year = date.getUTCFullYear() === new Date(now).getUTCFullYear() ? '' : ` ${date.getUTCFullYear()}`;
    return `${date.getUTCDate()} ${months[date.getUTCMonth()]}${year}`;
  }
  return time <= now ? `${amount} ago` : `in ${amount}`;
}

/** "00:41", "12:31", "1:02:03", "2 d 03 h": for columns of running clocks. */
export function clockDuration(milliseconds: number): string {
  const whole = Math.max(0, milliseconds);
  if (whole >= day) return `${Math.floor(whole / day)} d ${two(Math.floor((whole % day) / hour))} h`;
  const rest = `${two(Math.floor((whole % hour) / minute))}:${two(Math.floor((whole % minute) / second))}`;
  return whole >= hour ? `${Math.floor(whole / hour)}:${rest}` : rest;
}

/** "42 ms", "0.4 s", "13.1 s", "12 min", "2 h 5 min": for bars and details. */
export function shortDuration(milliseconds: number): string {
  const value = Math.max(0, milliseconds);
  if (value < 100) return `${Math.round(value)} ms`;
  if (value < minute) return `${(value / second).toFixed(1)} s`;
  if (value < hour) return `${Math.floor(value / minute)} min`;
  if (value < day) {
    const minutes = Math.floor((value % hour) / minute);
    return `${Math.floor(value / hour)} h${minutes > 0 ? ` ${minutes} min` : ''}`;
  }
  const hours = Math.floor((value % day) / hour);
  return `${Math.floor(value / day)} d${hours > 0 ? ` ${hours} h` : ''}`;
}

/** The exact time: in UTC where the reader's zone is not known, else in the reader's own zone. */
export function exactTime(at: string, zone: 'utc' | 'local'): string {
  const date = new Date(at);
  if (zone === 'utc') return `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clock}`;
}
