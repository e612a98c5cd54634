// What two formats are called that no dialect is: ours, and none.
export const nativeFormat = 'gatehouse';
/** Of a file that is no workflow of any kind, or that could not be read. */
export const unknownFormat = 'unknown';

/** Written for another system, and to be said in our language too. */
export const isForeign = (format: string) => format !== nativeFormat && format !== unknownFormat;
