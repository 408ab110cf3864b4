/** The page where people add and remove their own factors, and the client under which it asks them to sign in. */
export const factorsPath = '/sign-in/factors';
export const factorsClient = 'factors';
