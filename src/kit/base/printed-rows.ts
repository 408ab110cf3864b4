/** The rows of a report or a list that are printed: about a dozen sheets. They stay loaded: a browser does not wait. */
export const printedRows = 500;
