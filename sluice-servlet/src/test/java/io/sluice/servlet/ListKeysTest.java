package io.sluice.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.testkit.keys.Shows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code allow} and {@code deny}: whom an entry names is never limited, or always forbidden. */
class ListKeysTest {
    private static final String BOT = "127.0.0.2 / | User-Agent: SomeBot/1";

    @TempDir
    Path folder;

    @BeforeEach
    void writeFiles() throws Exception {
        Files.writeString(folder.resolve("partners.txt"), "127.0.0.2\nheader.user-agent: probe/*\n");
        Files.writeString(folder.resolve("others.txt"), "192.0.2.1\n");
    }

    private List<Integer> twice(String list, String visit) throws Exception {
        return Behind.rules(list + "\nrules: { one: { per: ip, limit: 1/day } }\n", folder)
                .statuses(visit, visit);
    }

    private void names(String visit, String entry) throws Exception {
        assertThat(twice("allow: [" + entry + "]", visit)).as(entry).containsExactly(200, 200);
        assertThat(twice("deny: [" + entry + "]", visit)).as(entry).containsExactly(403, 403);
    }

    private void doesNotName(String visit, String entry) throws Exception {
        assertThat(twice("allow: [" + entry + "]", visit)).as(entry).containsExactly(200, 429);
        assertThat(twice("deny: [" + entry + "]", visit)).as(entry).containsExactly(200, 429);
    }

    @Test
    @Shows({"allow[]", "deny[]"})
    void anEntryIsAnAddressOrANetwork() throws Exception {
        names(BOT, "127.0.0.2");
        names(BOT, "192.0.2.1, 127.0.0.2/31");
        doesNotName(BOT, "127.0.0.3");
    }

    @Test
    @Shows({"allow[].*", "deny[].*"})
    void anEntryIsAttributesThatAllHold() throws Exception {
        names(BOT, "{ header.user-agent: '*bot*' }");
        names(BOT, "{ header.user-agent: '*bot*', ip: 127.0.0.2 }");
        doesNotName(BOT, "{ header.user-agent: '*bot*', ip: 127.0.0.3 }");
        doesNotName(BOT, "{ header.user-agent: 'bot*' }");
    }

    @Test
    @Shows({"allow[].*[]", "deny[].*[]"})
    void oneOfSeveralGlobsIsEnough() throws Exception {
        names(BOT, "{ header.user-agent: ['curl/*', '*bot*'] }");
        doesNotName(BOT, "{ header.user-agent: ['curl/*', 'wget/*'] }");
    }

    @Test
    @Shows({"allow[].file", "deny[].file"})
    void anEntryIsAFileOfThem() throws Exception {
        names(BOT, "{ file: partners.txt }");
        names("/ | User-Agent: probe/7", "{ file: partners.txt }");
        doesNotName(BOT, "{ file: others.txt }");
    }

    @Test
    void denyGoesBeforeAllow() throws Exception {
        assertThat(twice("allow: [127.0.0.2]\ndeny: [127.0.0.2]", BOT)).containsExactly(403, 403);
    }
}
