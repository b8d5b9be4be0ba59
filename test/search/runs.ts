/** How many random cases each property of the engine tries in the default run; raise it by hand to search longer. */
export const propertyRuns = 300;
