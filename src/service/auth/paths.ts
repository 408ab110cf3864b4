export const signInPaths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  end_session: '/oauth/sign-out',
};

/** What the console would otherwise read from the provider before it can ask who is signed in. */
export const ownMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + signInPaths.authorization,
  token_endpoint: origin + signInPaths.token,
  end_session_endpoint: origin + signInPaths.end_session,
  revocation_endpoint: origin + signInPaths.revocation,
});
