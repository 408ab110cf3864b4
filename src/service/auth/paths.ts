export const paths = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  jwks: '/oauth/jwks',
  revocation: '/oauth/revoke',
  end_session: '/oauth/sign-out',
};

/** What the console would otherwise read from the provider before it can ask who is signed in. */
export const ownMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: origin + paths.authorization,
  token_endpoint: origin + paths.token,
  end_session_endpoint: origin + paths.end_session,
  revocation_endpoint: origin + paths.revocation,
});
