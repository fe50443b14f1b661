/** Version of the packages and the wheel; a test holds it equal to every manifest. */
export const VERSION = '0.1.0';
