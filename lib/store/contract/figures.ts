/** What the list of runs says of all of them at a glance, for those who are one of `seenBy`, or for everybody. */
export type FigureFilter = { today: string; answersSince: string; costsSince: string; seenBy?: string[] };

export type Figures = {
  /** How many runs have an open question. */
  waiting: number;
  failedToday: number;
  /** Of questions that people answered, the newest of them: when they were asked, and when answered. */
  answers: { workflow: string; name: string; openedAt: string; answeredAt: string }[];
  /** By the day on which runs began, in the console's own time; days without any cost are left out. */
  costs: { day: string; cost: number }[];
};

export type FigureStore = { readFigures(filter: FigureFilter): Promise<Figures> };
