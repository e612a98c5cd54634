/** "1 run", "1,204 runs". */
export const runWords = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'run' : 'runs'}`;
