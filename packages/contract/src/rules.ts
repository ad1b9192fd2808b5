/** Version of the published rules: it stands on every bet placed under them. */
export const rulesVersion = '1';
