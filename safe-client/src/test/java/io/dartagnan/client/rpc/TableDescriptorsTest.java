package io.dartagnan.client.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dartagnan.client.fixture.MemoryCloud;
import io.dartagnan.mpc.Party;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import org.apache.hadoop.hbase.NotServingRegionException;
import org.apache.hadoop.hbase.TableName;
import org.junit.jupiter.api.Test;

class TableDescriptorsTest {
  private static final TableName NAME = TableName.valueOf("t");

  private final MemoryCloud cloud = new MemoryCloud();
  private final TableDescriptors descriptors =
      new TableDescriptors(party -> cloud.connection(), null, null, 1_000);

  @Test
  void aRegionTellsWithoutTheMaster() throws IOException {
    assertThat(descriptors.ofRegion(Party.P0, NAME)).isEqualTo(cloud.descriptor);
    assertThat(cloud.askedMaster).hasValue(0);
  }

  @Test
  void theMasterIsAskedWhereARegionDoesNotKnowTheQuestion() throws IOException {
    cloud.knowsDescriptors = false;

    assertThat(descriptors.ofRegion(Party.P0, NAME)).isEqualTo(cloud.descriptor);
    assertThat(cloud.askedMaster).hasValue(1);
  }

  @Test
  void theMasterIsAskedWhereNoRegionAnswers() throws IOException {
    cloud.regionFault = new NotServingRegionException("it is disabled");
    assertThat(descriptors.ofRegion(Party.P0, NAME)).isEqualTo(cloud.descriptor);
    cloud.regionFault = new SocketTimeoutException("not soon");
    assertThat(descriptors.ofRegion(Party.P0, NAME)).isEqualTo(cloud.descriptor);
    assertThat(cloud.askedMaster).hasValue(2);
  }

  @Test
  void whoIsInterruptedAsksNobodyElse() {
    cloud.regionFault = new InterruptedIOException("interrupted");

    assertThatThrownBy(() -> descriptors.ofRegion(Party.P0, NAME))
        .isInstanceOf(InterruptedIOException.class);
    assertThat(cloud.askedMaster).hasValue(0);
  }
}
