/** A filter of the list of runs under a name; `query` is what its address says. */
export type SavedView = { id: string; personId: string; name: string; query: string; createdAt: string };

export type SavedViewStore = {
  /** By name. */
  listViews(personId: string): Promise<SavedView[]>;
  /** One of the same name is replaced. */
  saveView(view: SavedView): Promise<void>;
  /** Whether there was one. */
  deleteView(personId: string, id: string): Promise<boolean>;
};
